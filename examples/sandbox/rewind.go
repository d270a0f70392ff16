// A test against the sandbox in Go, with nothing but its standard library: go run rewind.go
//
// It starts `orrery serve`, asks for a counterparty, pays it through an escrow, goes back in time, and finds its money
// again. ORRERY is the command that starts Orrery: `npx orrery` unless given.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"os/exec"
	"strings"
)

type object = map[string]any

// sandbox is `orrery serve` on a free port.
type sandbox struct {
	process *exec.Cmd
	address string
}

func start() (*sandbox, error) {
	command := strings.Fields(os.Getenv("ORRERY"))
	if len(command) == 0 {
		command = []string{"npx", "orrery"}
	}
	words := append(command[1:], "serve", "--port", "0", "--json")
	process := exec.Command(command[0], words...)
	process.Stderr = os.Stderr
	output, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := process.Start(); err != nil {
		return nil, err
	}
	// The first line is one JSON object, printed once the port is open.
	line, err := bufio.NewReader(output).ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	var ready struct{ Address string }
	if err := json.Unmarshal(line, &ready); err != nil {
		return nil, err
	}
	return &sandbox{process, ready.Address}, nil
}

func (s *sandbox) stop() {
	_ = s.process.Process.Signal(os.Interrupt)
	_ = s.process.Wait()
}

// call gives the body of the answer; a refusal ends the program.
func (s *sandbox) call(method, path string, body object, key string) object {
	text, err := json.Marshal(body)
	s.check(err)
	var sent io.Reader
	if body != nil {
		sent = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, s.address+path, sent)
	s.check(err)
	request.Header.Set("Content-Type", "application/json")
	if key != "" {
		request.Header.Set("Authorization", "Bearer "+key)
	}
	answer, err := http.DefaultClient.Do(request)
	s.check(err)
	defer answer.Body.Close()
	received, err := io.ReadAll(answer.Body)
	s.check(err)
	if answer.StatusCode >= 300 {
		s.fail(fmt.Sprintf("%s %s: %d %s", method, path, answer.StatusCode, received))
	}
	var value object
	s.check(json.Unmarshal(received, &value))
	return value
}

func (s *sandbox) check(err error) {
	if err != nil {
		s.fail(err.Error())
	}
}

func (s *sandbox) fail(message string) {
	s.stop()
	log.Fatal(message)
}

func (s *sandbox) expect(what string, is, expected any) {
	if is != expected {
		s.fail(fmt.Sprintf("%s is %v; expected %v", what, is, expected))
	}
}

func main() {
	s, err := start()
	if err != nil {
		log.Fatal(err)
	}
	s.call("POST", "/_sim/reset", object{"seed": 7}, "")
	asked := s.call("POST", "/_sim/agents", object{"agent": "escrow-seller"}, "")
	seller := asked["agents"].([]any)[0]
	key := s.call("POST", "/faucet/register", object{"agent_id": "buyer"}, "")["api_key"].(string)
	balance := func() any { return s.call("GET", "/casino/api/v1/auth/balance", nil, key)["balance"] }

	s.expect("the balance", balance(), 10.0)
	before := s.call("POST", "/_sim/checkpoints", object{"name": "before"}, "")

	escrow := s.call("POST", "/escrow/escrow", object{"amount": "1.00", "receiver": seller}, key)
	s.call("POST", "/_sim/clock/advance", object{"by": "2h"}, "")
	s.call("POST", fmt.Sprintf("/escrow/escrow/%s/release", escrow["escrow_id"]), object{}, key)
	s.expect("the balance after the payment", balance(), 9.0)

	back := s.call("POST", "/_sim/rewind", object{"to": "before"}, "")
	s.expect("the digest", back["digest"], before["digest"])
	s.expect("the instant", back["now"], before["now"])
	s.expect("the balance after the rewind", balance(), 10.0)
	s.stop()
	fmt.Println("ok")
}
