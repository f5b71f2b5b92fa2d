import { escapeXml } from '../../../../alignment/charts/svg.ts';
import { regionHtml } from '../../html/document-blocks.ts';
import { countedHtml } from './leaderboard-html.ts';

/** A judge with the models that were asked, and the versions that answered as their servers named them. */
export interface ServedJudge {
  spec: string;
  served: readonly {
    role: string | null;
    model: string;
    versions: readonly { version: string | null; calls: number }[];
  }[];
}

/** Judges with the model versions that their servers named. */
export function judgesHtml(judges: readonly ServedJudge[]): string {
  const rows = judges.flatMap(({ spec, served }) =>
    served.length === 0
      ? [{ spec, model: '–', versions: 'No model was asked.' }]
      : served.map(({ role, model, versions }) => ({
          spec,
          model: role === null ? model : `${role}: ${model}`,
          versions: versions
            .map(({ version, calls }) => `${version ?? 'not named by the server'} (${countedHtml(calls, 'call')})`)
            .join(', ')
        }))
  );
  return regionHtml(
    'Judges and served versions',
    `<table>\n<caption>Judges and the model versions that their servers named</caption>\n<thead><tr><th scope="col">Judge</th><th scope="col">Model</th><th scope="col">Served versions</th></tr></thead>\n<tbody>\n${rows
      .map(
        ({ spec, model, versions }) =>
          `<tr><th scope="row"><code>${escapeXml(spec)}</code></th><td><code>${escapeXml(model)}</code></td><td><code>${escapeXml(versions)}</code></td></tr>`
      )
      .join('\n')}\n</tbody>\n</table>`
  );
}
