const list = '\n\n## Sources\n\n[1] A: https://a.example  \n';

/** Four places of a report at which a payload may stand: alone, before a citation, in a list and its end, in a reference. */
export const places = (payload: string): string[] => [
  payload,
  `${payload} [1]${list}`,
  `- ${payload}${list}${payload}`,
  `Rain [1].\n\n## Sources\n\n[1] ${payload}\n`
];
