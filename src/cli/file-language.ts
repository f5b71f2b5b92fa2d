import { InvalidArgumentError, Option } from 'commander';
import { languageNamed, offeredLanguages } from '../lib/messages/languages.ts';

const tags = offeredLanguages.map(({ tag }) => tag).join(', ');

/** `--language`: of the text of an exported document. Data (CSV, JSON, JSONL, Parquet, XLSX) and this command's own output stay English. */
export const languageOption = (): Option =>
  new Option('--language <tag>', `language of HTML, Markdown, LaTeX and SVG files: ${tags}`)
    .argParser((text) => {
      const found = languageNamed(text);
      if (found === null) throw new InvalidArgumentError(`Languages: ${tags}.`);
      return found;
    })
    .default('en');
