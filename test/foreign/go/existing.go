package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"time"
)

// addExisting makes the accounts of -existing: each has a history of some days, and every second one an escrow with its neighbour.
func (w *world) addExisting() error {
	now := w.now()
	for i := 0; i < w.options.existing; i++ {
		joined := now.Add(-time.Duration(9+i%20) * day)
		a := w.join(fmt.Sprintf("tenant.%d", 7000+i), "", joined)
		w.pay(a, 10*usdc, joined)
		a.balance += micros(i%17) * 1_370_000
		if i%2 == 1 {
			if err := w.addEscrow(w.joined[i-1], a, now); err != nil {
				return err
			}
		}
	}
	if w.options.keysFile == "" {
		return nil
	}
	return w.writeKeys()
}

func (w *world) addEscrow(sender, receiver *agent, now time.Time) error {
	c := &call{agent: sender, now: now, input: newInput("", nil)}
	_, err := w.openEscrow(c, terms{amount: 2_500_000, receiver: receiver.id, seconds: lifeSeconds})
	return err
}

func (w *world) writeKeys() error {
	file, err := os.OpenFile(w.options.keysFile, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	table := csv.NewWriter(file)
	rows := [][]string{{"agent_id", "api_key"}}
	for _, a := range w.joined {
		rows = append(rows, []string{a.id, a.key})
	}
	return table.WriteAll(rows)
}
