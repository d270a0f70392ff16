"""
Rate limits: sliding windows of 10 s and 60 s and UTC days, per key or address. Where numbers differ the lower one wins.
A request that is refused is not counted.
"""
import collections
import math

DAY = 86_400
WINDOW_TEXT = {10: "10s", 60: "1m", DAY: "1d"}

# Requests per minute, per day, and in 10 s.
TIERS = {"free": (100, 10_000, 50), "pro": (1_000, 1_000_000, 500), "enterprise": None}
# The same for the services in style B.
SERVICES = {
    "trading": (120, 50_000, 200),
    "domains": (30, 1_000, 50),
    "faucet": (10, 100, 10),
    "escrow": (60, 10_000, 80),
}
# What one operation may do, on top of the above: window in seconds and count.
OPERATIONS = {
    "escrow_create_b": (DAY, 100),
    "domain_register_b": (DAY, 10),
    "positions": (60, 300),
}

Window = collections.namedtuple("Window", "bucket seconds limit")
# `free_at` in Unix seconds; `refused` is true where the request must not be served.
Verdict = collections.namedtuple("Verdict", "refused limit remaining free_at seconds tier")


def triple(bucket, numbers):
    """The three windows of a tier or a service."""
    minute, day, burst = numbers
    return [Window(bucket, 10, burst), Window(bucket, 60, minute), Window(bucket, DAY, day)]


class Limiter:
    """Counts requests. One instance for a deployment."""

    def __init__(self, options):
        self.options = options
        self.times = {}
        self.factor = 2 if "limits-doubled" in options.defect else 1

    def windows(self, route, account, address):
        """Every window that one request falls into."""
        if self.options.limits == "off":
            return [Window(("all", account or address), 60, 1_000_000)]
        found = []
        if route and route.is_registration:
            found.append(Window(("register", route.name, address), 60, self.options.registrations_per_minute))
            if account is None:
                return found
        owner = account.agent_id if account else address
        tier = TIERS[account.tier if account else "free"]
        if tier:
            found += triple(("tier", owner), [self.factor * number for number in tier])
        if route and route.style == "B" and account and (route.service != "trading" or route.name == "order_b"):
            found += triple(("service", route.service, owner), SERVICES[route.service])
        if route and account and route.name in OPERATIONS:
            seconds, limit = OPERATIONS[route.name]
            found.append(Window(("operation", route.name, owner), seconds, limit))
        return found

    def used(self, window, now):
        """Times of the requests that still count, oldest first; a UTC day is kept as a count."""
        if window.seconds == DAY:
            return self.times.setdefault((window.bucket, DAY, int(now // DAY)), [0])[0]
        times = self.times.setdefault((window.bucket, window.seconds), collections.deque())
        while times and times[0] <= now - window.seconds:
            times.popleft()
        return len(times)

    def free_at(self, window, now):
        """When the window admits one request more than it does now."""
        if window.seconds == DAY:
            return (now // DAY + 1) * DAY
        times = self.times[(window.bucket, window.seconds)]
        return (times[0] if times else now) + window.seconds

    def count(self, window, now):
        """One request more."""
        if window.seconds == DAY:
            self.times[(window.bucket, DAY, int(now // DAY))][0] += 1
        else:
            self.times[(window.bucket, window.seconds)].append(now)

    def admit(self, route, account, address, now):
        """Counts the request unless a window is full. None where no window applies."""
        windows = self.windows(route, account, address)
        tier = account.tier if account else "free"
        full = [window for window in windows if self.used(window, now) >= window.limit]
        if full:
            last = max(full, key=lambda window: self.free_at(window, now))
            return self.verdict(last, now, 0, tier, refused=True)
        for window in windows:
            self.count(window, now)
        if not windows:
            return None
        left = {window: window.limit - self.used(window, now) for window in windows}
        binding = min(windows, key=lambda window: (left[window] / max(1, window.limit), window.seconds))
        remaining = left[binding]
        if "remaining-not-falling" in self.options.defect:
            remaining = binding.limit - 1
        return self.verdict(binding, now, remaining, tier, refused=False)

    def verdict(self, window, now, remaining, tier, refused):
        """What the headers say."""
        return Verdict(refused, window.limit, remaining, self.free_at(window, now), window.seconds, tier)


def reset_of(verdict):
    """The whole Unix second from which one request more is admitted."""
    return math.ceil(verdict.free_at)


def refusal_fields(verdict, wait, reset_at, message):
    """The body of a 429, whose `error` is a fixed word (LIM26)."""
    return {
        "error": "rate_limit_exceeded",
        "code": "RATE_LIMIT",
        "message": message,
        "limit": verdict.limit,
        "window": WINDOW_TEXT[verdict.seconds],
        "retry_after_seconds": wait,
        "reset_at": reset_at,
        "tier": verdict.tier,
        "upgrade_url": "https://billing.example/tiers",
    }
