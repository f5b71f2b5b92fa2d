// Lint rules that need types, over components, from one program that is built once. Oxlint has them for other files.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import typescript from 'typescript';

/** @typedef {import('typescript').Program} Program */

/** @typedef {{ parseForESLint(code: string, options: Record<string, unknown> & { filePath?: string }): unknown }} Parser */

/** The parser of components that the plugin brings. */
const [componentParser] = /** @type {[Parser]} */ (
  svelte.configs.base.flatMap((config) => config.languageOptions?.parser ?? [])
);
const scriptParser = /** @type {Parser} */ (ts.parser);

/** Returns the TypeScript that the parser of components makes of each one: script and template, as one script by path.
 * @param {string} root @param {unknown} svelteConfig @returns {Map<string, string>} */
function componentScripts(root, svelteConfig) {
  /** @type {Map<string, string>} */
  const scripts = new Map();
  /** @type {Parser} */
  const parser = {
    parseForESLint(code, options) {
      // The last script that is parsed of a component is the whole of it.
      if (options.filePath) scripts.set(options.filePath, code);
      return scriptParser.parseForESLint(code, options);
    }
  };
  for (const path of globSync('{src,tests}/**/*.svelte', { cwd: root })) {
    const filePath = resolve(root, path);
    componentParser.parseForESLint(readFileSync(filePath, 'utf8'), { filePath, parser, svelteConfig });
  }
  return scripts;
}

/** Builds the program of `tsconfig.json` in `root` with the components in it, which TypeScript alone cannot read.
 * @param {string} root @param {unknown} svelteConfig @returns {Program} */
function wholeProgram(root, svelteConfig) {
  const scripts = componentScripts(root, svelteConfig);
  const parsed = typescript.getParsedCommandLineOfConfigFile(resolve(root, 'tsconfig.json'), undefined, {
    ...typescript.sys,
    onUnRecoverableConfigFileDiagnostic({ messageText }) {
      throw new Error(typescript.flattenDiagnosticMessageText(messageText, '\n'));
    }
  });
  if (!parsed) throw new Error(`${root} has no tsconfig.json.`);
  const options = { ...parsed.options, allowNonTsExtensions: true };
  const host = typescript.createCompilerHost(options, true);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, target, ...rest) => {
    const script = scripts.get(resolve(name));
    if (script === undefined) return readSource(name, target, ...rest);
    return typescript.createSourceFile(name, script, target, true, typescript.ScriptKind.TS);
  };
  return typescript.createProgram([...parsed.fileNames, ...scripts.keys()], options, host);
}

/**
 * Returns the settings of ESLint for promises that are not awaited. The project service of typescript-eslint takes
 * three times as long, because it updates its program for each component.
 * @param {string} root folder with `tsconfig.json` and `src`
 * @param {unknown} svelteConfig
 * @returns {import('eslint').Linter.Config[]}
 */
export function typedLint(root, svelteConfig) {
  const program = wholeProgram(root, svelteConfig);
  /** @type {Parser} */
  const parser = {
    parseForESLint(code, options) {
      // The parser of components also parses pieces of a file, which the program does not hold.
      const held = options.filePath && program.getSourceFile(options.filePath)?.text === code;
      return scriptParser.parseForESLint(code, held ? { ...options, programs: [program] } : options);
    }
  };
  const rules = /** @type {const} */ ({
    '@typescript-eslint/no-floating-promises': 'error',
    '@typescript-eslint/no-misused-promises': 'error'
  });
  const plugins = { '@typescript-eslint': ts.plugin };
  return /** @type {import('eslint').Linter.Config[]} */ ([
    { files: ['**/*.svelte.ts'], plugins, languageOptions: { parser }, rules },
    {
      files: ['**/*.svelte'],
      plugins,
      languageOptions: { parser: componentParser, parserOptions: { parser, svelteConfig } },
      rules
    }
  ]);
}
