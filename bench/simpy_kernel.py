"""Sleeping processes in SimPy, as in kernel.js: `simpy_kernel.py AGENTS EVENTS` prints events a second of processor time."""

import sys
import time

import simpy

agents, events = int(sys.argv[1]), int(sys.argv[2])


def sleeper(environment, number):
    state = ((number + 1) * 0x9E3779B1) & 0xFFFFFFFF
    while True:
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        yield environment.timeout(1 + (state >> 8) % 60000)


def run():
    environment = simpy.Environment()
    for number in range(agents):
        environment.process(sleeper(environment, number))
    for _ in range(agents):
        environment.step()
    begin = time.process_time()
    for _ in range(events):
        environment.step()
    return events / (time.process_time() - begin)


print(sorted(run() for _ in range(5))[2])
