"""Reference values of distributions from mpmath and SciPy: python3 distributions.py > distributions.json, then npm run format

Each row: function, arguments, value to double precision.
"""
import json

import scipy.stats as st
from mpmath import binomial, gammainc, mp, mpf, ncdf

mp.dps = 30
rows = []


def row(name, args, value):
    rows.append([name, args, float(value)])


for x in [-8, -5, -2.3, -1, -0.1, 0, 0.3, 1.96, 4, 7]:
    row("normalCdf", [x], ncdf(x))
for p in [1e-300, 1e-12, 1e-5, 0.01, 0.0249, 0.1, 0.3, 0.5, 0.6, 0.975, 0.999, 1 - 1e-9]:
    row("normalQuantile", [p], st.norm.ppf(p))
for x, a, b in [(0.1, 0.5, 0.5), (0.9, 3, 4), (0.5, 100, 100), (0.975, 300, 5.5), (0.01, 2, 300), (0.2, 0.5, 12.5)]:
    row("betaCdf", [x, a, b], st.beta.cdf(x, a, b))
for x, a, b in [(0.4, 40000, 60000), (0.999, 1000, 1), (1e-6, 0.5, 2)]:
    row("betaCdf", [x, a, b], st.beta.cdf(x, a, b))
for p, a, b in [(0.025, 295, 6), (0.975, 296, 5), (0.05, 0.5, 20.5), (0.5, 3, 4), (0.9, 1e5, 2e5), (1e-8, 2, 3)]:
    row("betaQuantile", [p, a, b], st.beta.ppf(p, a, b))
for t, df in [(0, 3), (1.2, 1), (-2.5, 2), (4, 11), (0.01, 30), (10, 5), (1.96, 1000), (-30, 17)]:
    row("studentCdf", [t, df], st.t.cdf(t, df))
for p, df in [(0.975, 1), (0.975, 2), (0.975, 11), (0.975, 29), (0.975, 1e4), (0.995, 3), (0.6, 5), (0.01, 7), (0.9999, 1)]:
    row("studentQuantile", [p, df], st.t.ppf(p, df))
for x, df in [(0, 1), (0.5, 1), (3.84, 1), (10, 3), (100, 3), (80, 100), (130, 100), (1e-5, 2)]:
    row("chiSquareUpper", [x, df], gammainc(mpf(df) / 2, mpf(x) / 2, regularized=True))
for x, n, p in [(0, 10, 0.3), (10, 10, 0.3), (5000, 10000, 0.5), (3, 10**6, 1e-6), (37, 40, 0.9)]:
    row("binomialPmf", [x, n, p], binomial(n, x) * mpf(p) ** x * (1 - mpf(p)) ** (n - x))
for x, n, p in [(0, 10, 0.3), (4, 10, 0.3), (5100, 10000, 0.5), (200, 300, 0.7)]:
    row("binomialCdf", [x, n, p], sum(binomial(n, k) * mpf(p) ** k * (1 - mpf(p)) ** (n - k) for k in range(x + 1)))
for x, lot, defects, sample in [(0, 100, 5, 30), (3, 3000, 150, 59), (40, 100000, 2500, 2000), (5, 10, 5, 8)]:
    total = binomial(lot, sample)
    row("hypergeometricPmf", [x, lot, defects, sample], binomial(defects, x) * binomial(lot - defects, sample - x) / total)

print(json.dumps(rows))
