import { escapeXml } from '../../../../alignment/charts/svg.ts';
import { documentLists } from '../../../../messages/document-lists.ts';
import { messagesIn } from '../../../../messages/words.ts';
import { regionHtml } from '../../html/document-blocks.ts';

/** A judge with the models that were asked, and the versions that answered as their servers named them. */
export interface ServedJudge {
  spec: string;
  served: readonly {
    role: string | null;
    model: string;
    versions: readonly { version: string | null; calls: number }[];
  }[];
}

/** Judges with the model versions that their servers named. @param language of its text (BCP 47) */
export function judgesHtml(judges: readonly ServedJudge[], language: string): string {
  const words = messagesIn(language, 'runReport');
  const versionOf = ({ version, calls: n }: ServedJudge['served'][number]['versions'][number]): string =>
    version === null ? words.versionUnnamed({ n }) : words.version({ version, n });
  const rows = judges.flatMap(({ spec, served }) =>
    served.length === 0
      ? [{ spec, model: '–', versions: words.notAsked }]
      : served.map(({ role, model, versions }) => ({
          spec,
          model: role === null ? model : words.roleOf({ role, model }),
          versions: documentLists(language).comma(versions.map(versionOf))
        }))
  );
  return regionHtml(
    words.judgesServed,
    `<table>\n<caption>${escapeXml(words.judgesNamed)}</caption>\n<thead><tr><th scope="col">${escapeXml(words.judge)}</th><th scope="col">${escapeXml(words.model)}</th><th scope="col">${escapeXml(words.servedVersions)}</th></tr></thead>\n<tbody>\n${rows
      .map(
        ({ spec, model, versions }) =>
          `<tr><th scope="row"><code>${escapeXml(spec)}</code></th><td><code>${escapeXml(model)}</code></td><td><code>${escapeXml(versions)}</code></td></tr>`
      )
      .join('\n')}\n</tbody>\n</table>`
  );
}
