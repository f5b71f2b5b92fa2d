import type { Lineage } from '../../../verification/release/lineage.ts';
import { writeTableCsv } from '../../format/table-csv.ts';

interface Line {
  one: Lineage;
  what: string;
  by: string;
  label: string | null;
  wording: string | null;
  comment: string;
}

/** One row per thing that happened to a query or item, in the order of the stages. People are pseudonyms. */
export const writeLineageCsv = (lineage: readonly Lineage[]): string =>
  writeTableCsv(
    [
      { header: 'qid', value: ({ one }) => one.qid },
      { header: 'checklist_id', value: ({ one }) => (one.kind === 'query' ? null : one.key) },
      { header: 'what', value: ({ what }) => what },
      { header: 'by', value: ({ by }) => by },
      { header: 'label', value: ({ label }) => label },
      { header: 'wording', value: ({ wording }) => wording },
      { header: 'comment', value: ({ comment }) => comment }
    ],
    lineage.flatMap(linesOf),
    { bom: true }
  );

function linesOf(one: Lineage): Line[] {
  const line = (what: string, by: string, rest: Partial<Line> = {}): Line => ({
    one,
    what,
    by,
    label: null,
    wording: null,
    comment: '',
    ...rest
  });
  return [
    ...one.wordings.map(({ text, reason, revision }) =>
      line(`wording ${revision}`, revision === 1 ? (one.appendedBy ?? '') : '', { wording: text, comment: reason })
    ),
    ...one.ratings.flatMap(({ by, label, wording, comment, reasons, review }) => [
      line('rating', by, { label, wording, comment: [comment, ...reasons].filter(Boolean).join('; ') }),
      ...(review
        ? [
            line(review.agrees ? 'review: agrees' : 'review: disagrees', review.by, {
              label: review.label,
              wording: review.agrees ? null : review.wording,
              comment: review.comment
            })
          ]
        : [])
    ]),
    ...one.inspections.map(({ by, label, wording, comment, disagrees }) =>
      line(disagrees ? 'inspection: disagrees' : 'inspection: agrees', by, { label, wording, comment })
    ),
    ...one.decisions.map(({ by, label, wording, comment, keep, basis }) =>
      line(`adjudication: ${keep ? 'keep' : 'drop'}, ${basis}`, by, { label, wording, comment })
    ),
    line(`final: ${one.state}, ${one.keep ? 'kept' : 'dropped'}`, '', { label: one.label, wording: one.finalWording })
  ];
}
