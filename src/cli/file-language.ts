import { Option } from 'commander';
import { offeredLanguages } from '../lib/messages/languages.ts';

/** `--language`: of the text of an exported document. Data (CSV, JSON, JSONL, Parquet, XLSX) and this command's own output stay English. */
export const languageOption = (): Option =>
  new Option('--language <tag>', 'language of HTML, Markdown, LaTeX and SVG files')
    .choices(offeredLanguages.map(({ tag }) => tag))
    .default('en');
