/** The guideline that a project starts with, in our own words, after LiveResearchBench, appendix J. A lead can replace it. */
export const firstGuideline = `# What you are asked to do

You see one research query and the checklist that reports on it will be held against. Rate the query once and every item on its own. Judge by yourself: nobody sees your ratings while others rate.

## The query

| Key | Rating | When |
| --- | --- | --- |
| 1 | Appropriate | One could hand it to a researcher as it stands. |
| 2 | Appropriate with modification | The idea is good, the wording is not. Write the wording that you would hand over. |
| 3 | Not appropriate | Mending it would mean writing another query. |

Ask yourself: can searching and analysing answer it? Does it say what is wanted (period, region, names)? Is anything missing or superfluous? Where layout or readers matter, does it name them? Do not ask for a layout or readers where neither changes the answer. Would somebody really ask it, in such words? Is it harmless? Does it need a search? Does it belong to the domain and category that stand above it? Tick what is at fault as a reason.

## An item of the checklist

| Key | Rating | When |
| --- | --- | --- |
| 1 | Appropriate | The query asks for it, a report can be checked for it, and it matters. |
| 2 | Valid but not necessary | True, but another item checks it or it is a detail. Say why; a better wording is welcome. |
| 3 | Needs modification | Badly worded or too narrow. Write the better wording. |
| 4 | Not appropriate | Off the query, not checkable or out of anybody's reach. Say why; a better wording is welcome. |

Append an item where the query asks for something that no item checks.

## Examples

Query: *Compare the three bus operators of Vellmoor by punctuality, fares and number of stops in 2024, for the town council.*

- *Does the report give the punctuality of each of the three operators in 2024?* Appropriate: asked for, checkable, and it matters.
- *Does the report name the oldest of the three operators?* Not appropriate: nobody asked for ages.
- *Does the report mention the operator Fennline?* Valid but not necessary, where another item asks for all three.
- *Does the report list all bus stops of the region?* Not appropriate: nobody can say when a list is complete. The query asks for a number.
- *Does the report describe the fares well?* Needs modification: "well" is an opinion. Better: *Does the report give the single fare of each of the three operators in 2024?*

Query: *What about buses lately?* Not appropriate, or with modification where the project knows what is meant: which buses, where, since when, for whom?

## Traps

- "All" and "every" ask for completeness that nobody can check.
- Two items that check the same thing count it twice.
- An item can ask for something that the query never asked for.
- Words such as "good", "clear" or "sufficient" ask for an opinion.

Press F to ask the lead. A question does not hold you up: rate as you think best, the rating can be changed until the query goes to review.
`;
