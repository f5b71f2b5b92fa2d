"""Reference values from SciPy, as cases of the statistics library: python3 scipy_cases.py > scipy.json, then npm run format

Inputs are random but seeded; every expectation is computed by SciPy or NumPy, none by this project.
"""
import json

import numpy as np
import scipy
from scipy import optimize, stats

rng = np.random.default_rng(20261121)
cases = []


def case(fn, args, expect, tol=1e-9, source="scipy"):
    cases.append({"id": f"{fn}.{len(cases)}", "fn": fn, "args": args, "expect": expect, "tolAbs": tol, "source": source})


for n, levels in [(5, 3), (9, 9), (12, 2), (40, 4), (60, 7), (200, 5), (75, 0), (300, 0)]:
    x = rng.integers(0, levels, n) if levels else np.round(rng.normal(size=n), 3)
    y = np.round(x + rng.normal(size=n) * 2, 0 if levels else 3) + 0.0
    if levels and (len(set(x)) < 2 or len(set(y)) < 2):
        continue
    x, y = x.tolist(), y.tolist()
    r, rho, tau = stats.pearsonr(x, y), stats.spearmanr(x, y), stats.kendalltau(x, y, method="asymptotic")
    ci = r.confidence_interval()
    case(
        "correlations",
        {"x": x, "y": y},
        {
            "pearson": r.statistic,
            "pearsonP": r.pvalue,
            "pearsonCI95": [ci.low, ci.high],
            "spearman": rho.statistic,
            "spearmanP": rho.pvalue,
            "kendallPAsymptotic": tau.pvalue,
            "kendall": {
                "tauB": tau.statistic,
                "tauC": stats.kendalltau(x, y, variant="c").statistic,
                "somersDyx": stats.somersd(x, y).statistic,
            },
        },
    )

for n in (4, 7, 10, 30):
    x, y = rng.permutation(n).tolist(), rng.permutation(n).tolist()
    tau = stats.kendalltau(x, y, method="exact")
    case("kendallExactP", {"x": x, "y": y}, {"tau": tau.statistic, "p": tau.pvalue})

for k, n in [(0, 7), (3, 7), (50, 51), (999, 1000), (12, 12), (400, 100000), (1, 2)]:
    for confidence in (0.9, 0.95, 0.99):
        test = stats.binomtest(k, n)
        wilson = test.proportion_ci(confidence, method="wilson")
        exact = test.proportion_ci(confidence, method="exact")
        tail = (1 - confidence) / 2
        expect = {"p": k / n, "wilson": list(wilson), "clopperPearson": list(exact)}
        if 0 < k < n:
            expect["jeffreys"] = list(stats.beta.ppf([tail, 1 - tail], k + 0.5, n - k + 0.5))
        case("proportionCI", {"k": k, "n": n, "confidence": confidence}, expect)

for b, c in [(0, 1), (5, 5), (1, 30), (120, 90), (4, 9), (700, 800)]:
    expect = {"exactP": stats.binomtest(min(b, c), b + c).pvalue, "chi2": (b - c) ** 2 / (b + c)}
    expect["p"] = stats.chi2.sf(expect["chi2"], 1)
    case("mcnemar", {"b": b, "c": c}, expect)

for n in (6, 11, 25, 60):
    d = rng.integers(-5, 7, n).tolist()
    nonzero = [v for v in d if v]
    ranks = stats.rankdata(np.abs(nonzero))
    wilcoxon = stats.wilcoxon(d, zero_method="wilcox", correction=False, method="asymptotic")
    t = stats.ttest_1samp(d, 0)
    case(
        "pairedLocationTests",
        {"d": d},
        {
            "wilcoxonVplus": float(ranks[np.array(nonzero) > 0].sum()),
            "wilcoxonP": wilcoxon.pvalue,
            "t": t.statistic,
            "tP": t.pvalue,
            "signTestP": stats.binomtest(sum(v > 0 for v in nonzero), len(nonzero)).pvalue,
        },
    )
    e = np.round(rng.normal(0.3, 1, n), 6).tolist()
    exact = stats.wilcoxon(e, method="exact")
    case("wilcoxonExact", {"d": e}, {"wMin": exact.statistic, "p": exact.pvalue})

for d in (rng.integers(-3, 5, 9).tolist(), rng.normal(0.4, 1, 10).tolist()):
    test = stats.permutation_test((d,), np.mean, permutation_type="samples", n_resamples=np.inf)
    case("signFlipPermutationExact", {"d": d}, {"p": test.pvalue})

for m in (1, 5, 20):
    p = np.round(rng.uniform(size=m) ** 3, 6).tolist()
    expect = {name: stats.false_discovery_control(p, method=name.lower()).tolist() for name in ("BH", "BY")}
    case("adjustPValues", {"p": p}, expect)

for lot, defects, sample, accept in [(50, 4, 10, 0), (5000, 137, 300, 7), (100000, 2500, 2000, 40), (20, 20, 5, 4)]:
    case(
        "acceptanceProbability",
        {"lot": lot, "defects": defects, "sample": sample, "acceptNumber": accept},
        {
            "pHypergeometric": stats.hypergeom.cdf(accept, lot, defects, sample),
            "pBinomial": stats.binom.cdf(accept, sample, defects / lot),
        },
        1e-11,
    )

for m, n in [(3, 8), (5, 20)]:
    raters = rng.integers(1, 6, (m, n)).tolist()
    friedman = stats.friedmanchisquare(*np.array(raters).T)
    case("kendallW", {"raters": raters}, {"w": friedman.statistic / (m * (n - 1)), "chi2": friedman.statistic})

for k in (2, 5, 8):
    wins = rng.integers(1, 12, (k, k)) * 1.0
    np.fill_diagonal(wins, 0)

    def loss(beta):
        difference = beta[None, :] - beta[:, None]
        return (wins * np.logaddexp(0, difference)).sum() + beta.sum() ** 2

    fit = optimize.minimize(loss, np.zeros(k), method="BFGS", options={"gtol": 1e-10})
    case("bradleyTerry", {"wins": wins.tolist()}, {"logAbility": (fit.x - fit.x.mean()).tolist()}, 1e-6)

print(json.dumps({"meta": {"scipy": scipy.__version__, "numpy": np.__version__}, "cases": cases}, default=float))
