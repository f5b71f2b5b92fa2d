/** Charts that only documents and files have: their titles, heads, notes, and descriptions for readers who listen. */
export default {
  alignmentCharts: {
    candidatesTitle:
      '{reach, plural, =0{{n, plural, one{# candidate} other{# candidates}}; none reach {target}} =1{{n, plural, one{# candidate} other{# candidates}}; 1 reaches {target}} other{{n, plural, one{# candidate} other{# candidates}}; {reach, id} reach {target}}}',
    agreementWith: '{unequal, select, yes{Agreement with annotators, as sampled} other{Agreement with annotators}}',
    kappaWith: '{unequal, select, yes{Quadratic κ with annotators, as sampled} other{Quadratic κ with annotators}}',
    value: 'Value',
    interval: '95% CI',
    twoAnnotators: 'Two annotators',
    candidatesAbout:
      '{measure}, one row per candidate with its 95% CI, from {from} to {to}. Inter-annotator agreement: {people}.',
    candidatesAboutTarget:
      '{measure}, one row per candidate with its 95% CI, from {from} to {to}; the target is {target}. Inter-annotator agreement: {people}.',
    candidatesAboutNone:
      '{measure}, one row per candidate with its 95% CI, from {from} to {to}. Inter-annotator agreement is undefined.',
    candidatesAboutNoneTarget:
      '{measure}, one row per candidate with its 95% CI, from {from} to {to}; the target is {target}. Inter-annotator agreement is undefined.',
    candidatesNote:
      '{measure}, 95% CI by query. Dashed line: target. Band and diamond: inter-annotator agreement. Square: selected. Hollow: the whole interval lies below that of the selected candidate.',
    candidate: 'Candidate',
    agreement: 'Agreement',
    ratersTitle: '{unequal, select, yes{All pairs of raters, as sampled} other{All pairs of raters}}',
    equalLabels: 'share of equal labels',
    cell: '{a} and {b}: {measure} {value}, n {n, id}',
    pairOf: '{a} and {b}',
    undefined: '– ({why})',
    ratersAbout: '{n, id} raters by {n, id}. Above the diagonal: {above}. Below: {below}. Darker: higher agreement.',
    ratersNote:
      'Above the diagonal: {above}. Below: {below}. n {n, id} in every cell. Dot: no item has labels from both raters.',
    ratersNoteRange:
      'Above the diagonal: {above}. Below: {below}. n from {least, id} to {most, id}. Dot: no item has labels from both raters.',
    ratersNoteNone:
      'Above the diagonal: {above}. Below: {below}. No two raters labelled the same item. Dot: no item has labels from both raters.',
    raters: 'Raters',
    statistic: 'Statistic',
    people: 'People',
    errorsTitle: 'Equal labels on {same, id} of {n, plural, one{# item} other{# items}}',
    all: 'all',
    paired: '{people} {label}, {judges} {other}: {n, plural, one{# item} other{# items}}',
    pairedShare: '{people} {label}, {judges} {other}: {n, plural, one{# item} other{# items}}, {share} of {label}',
    errorsAbout:
      '{people} by row, {judges} by column; {n, plural, one{# item} other{# items}}, of which {same, id} on the diagonal (equal labels).',
    errorsNote:
      'Rows: {people}. Columns: {judges}. n {n, id}. Framed: equal labels. Darker: a larger share of the row.',
    corner: '{people} ↓ {judges} →'
  }
} as const;
