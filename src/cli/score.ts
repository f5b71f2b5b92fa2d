import { Option, type Command } from 'commander';
import { growHeapBy, letYoungGrow } from './heap.ts';
import { addCondition } from './fail-if.ts';
import { requireNoneBeside, requireOneOf } from './option-needs.ts';
import { exit } from './outcome.ts';
import { maxUnscoredOption, parseDollars, outageWaitOption, type ScoreOptions } from './score-options.ts';
import { wholeNumber } from './typed-number.ts';

export function addScore(program: Command): void {
  const command = program.command('score');
  command
    .description('Score reports from files or of a project.')
    .option(
      '--metric <name...>',
      'metrics: presentation, consistency, coverage, depth, citation-association, citation-accuracy, or a direct rating of each, e.g. presentation-rating'
    )
    .option(
      '--suite <name...>',
      'suites, with all metrics or those given by --metric: deep-eval, direct-rating, report-bench, daily-report, research-arena; or a rubric file, YAML or JSON (docs/rubrics.md)'
    )
    .requiredOption(
      '--judge <spec...>',
      'judges: rules, openai:MODEL, gemini:MODEL, anthropic:MODEL, openai-compatible:MODEL@SERVER or @URL, azure:DEPLOYMENT, vertex:MODEL, bedrock:MODEL, scripted:NAME; add settings, e.g. "openai:gpt-6-sol reasoningEffort=low", and models for the roles of a metric in brackets, e.g. "openai:gpt-6-sol[extractor=openai:gpt-6-luna]"'
    )
    .option('--reports <path...>', 'reports as a folder, .zip or JSONL file')
    .option('--queries <file...>', 'queries and checklists as CSV, JSONL or XLSX')
    .option('--create-queries', 'create missing queries from the first heading of each report')
    .option('--project <slug>', 'score the reports of this project instead of files')
    .option(
      '--system <name...>',
      'with --project: only these systems; with --reports: system of reports that do not name it'
    )
    .option('--query <qid...>', 'only the reports on these queries')
    .option(
      '--max-claims <n>',
      'maximum number of claims or statements per report, sampled by hash (citation-accuracy, cited-statements, uncited-statements)',
      wholeNumber(10_000)
    )
    .option('--baseline <system>', 'baseline system for depth: its reports are compared with those of the others')
    .option('--penalties <metric=table...>', "scores by number of issues, e.g. consistency='0:100,2:90,more:10'")
    .option(
      '--prompt <metric@version...>',
      'prompt version of a metric: e.g. depth@1 (earlier version), coverage@2 (report first, for prompt caches) or coverage@p1 (version of the project, see voirdire prompts list). Default in a project: the version with which judges were adopted'
    )
    .option(
      '--setting <name=value...>',
      'setting of a suite, e.g. rounds=5 or evidence-date=from for daily-report; recorded with the run'
    )
    .option('--repeats <n>', 'number of times to ask each question', wholeNumber(20))
    .addOption(
      new Option(
        '--ensemble <rule>',
        'if a judge failed: leave the unit unscored, or use the mean of the judges that answered'
      ).choices(['all-judges', 'answered'])
    )
    .option('--budget <usd>', 'spending limit in US dollars; requires the price of every judge', parseDollars)
    .option(
      '--price <judge=in/out...>',
      "price in US dollars per million input/output tokens, e.g. 'openai:gpt-6-sol=2/10'; optionally also cached input and cache writes: '=5/25/0.5/6.25'"
    )
    .option('--limits <text...>', "rate limits of a provider, e.g. 'openai 60rpm 200000tpm 4 at once'")
    .option(
      '--deadline <seconds...>',
      'timeout in seconds per attempt, for all judges or one, e.g. openai:gpt-6-astra=3600 (default: 180, reasoning models 600, deep research models 1800)'
    )
    .option('--tries <n...>', 'attempts per call, for all judges or one (default: 5, deep research models 3)')
    .addOption(outageWaitOption())
    .option('--estimate', 'print calls, tokens, cost and time, then exit')
    .option(
      '--test-judges',
      'send one short test question to each judge, print reply, time, tokens and price, then exit'
    )
    .option('--collected <date>', 'collection date of reports without one, e.g. 2025-09-30; fills placeholders')
    .option('--placeholder-free', 'use the wording of queries and items without placeholders, if available')
    .addOption(
      new Option(
        '--web-search <rule>',
        'web search for citation-accuracy: as-published (default for new runs): judges that support web search use it, at the fee of the provider; off: only judges with webSearch=on use it'
      ).choices(['as-published', 'off'])
    )
    .option(
      '--search <provider>',
      'search provider for metrics that search: searxng, tavily, brave, serper, openai-search, gemini-search, anthropic-search or recorded (default: VOIRDIRE_SEARCH, or the only configured provider)'
    )
    .option('--name <text>', 'name of the run')
    .option(
      '--out <folder>',
      'output folder for verdicts.jsonl, scores.csv, systems.csv, summary.json and the leaderboard'
    )
    .option('--resume', 'resume a stopped run; stored answers are not requested again')
    .option('--batch', 'ask by the batch APIs of OpenAI, Gemini and Anthropic: half the price, answers within 24 hours')
    .addOption(
      new Option(
        '--batch-rest <rule>',
        'with --batch: questions that a batch did not answer go by single calls (single, default) or are left until --resume (leave)'
      ).choices(['single', 'leave'])
    )
    .option('--again', 'start a new run of the same kind that reuses stored answers and retries failed calls')
    .option(
      '--fetch-again [url...]',
      'retry pages of an earlier run that could not be fetched and its failed searches, or the given pages, and judge what depends on them'
    )
    .option('--concurrency <n>', 'maximum number of concurrent calls', wholeNumber(256))
    .option(
      '--queue [url]',
      'have the workers of this queue score the run (voirdire worker): postgres://USER@HOST/DATABASE (default: VOIRDIRE_QUEUE)'
    )
    .option('--no-cache', 'ignore stored answers of other runs')
    .option(
      '--replies <folder>',
      'with --out: take replies to the same questions from this folder of an earlier --out; they cost nothing'
    )
    .addOption(maxUnscoredOption('units that may remain unscored, e.g. 12 or 5%'))
    .option(
      '--fail-if <condition>',
      "exit with code 5 if the score of a system meets the condition, e.g. 'coverage<80'; repeatable",
      addCondition
    )
    .option('--junit <file>', 'write conditions and reports of the run as JUnit XML for CI servers')
    .option('--data <folder>', 'with --project: folder of the database (default: VOIRDIRE_DATA, else ./data)')
    .addOption(new Option('--json', 'print the summary or estimate as JSON').conflicts('jsonLines'))
    .option('--json-lines', 'print events of the run as JSON lines: planned, progress, ended')
    .addHelpText(
      'after',
      `
API keys are read from the environment: OPENAI_API_KEY, GEMINI_API_KEY, ANTHROPIC_API_KEY (docs/judges.md lists all). OPENAI_BASE_URL, GEMINI_BASE_URL and
ANTHROPIC_BASE_URL set other addresses. To define a server "lab", set VOIRDIRE_SERVER_LAB=https://llm.lab.example/v1 and its key
VOIRDIRE_KEY_LAB, or VOIRDIRE_KEYVAR_LAB to the name of the variable that contains the key. Its judges are
openai-compatible:MODEL@lab, openai:MODEL@lab, gemini:MODEL@lab and anthropic:MODEL@lab. VOIRDIRE_SERVERS is a JSON file of further
servers; with --project, the servers that admins named are available, too. A key is sent to its own origin only; a server given as @URL or baseUrl=URL gets no key. --estimate shows the address of each judge.

Results go to the folder --out, or to the project given by --project. The folder is signed (FOLDER.sig, see voirdire verify) with
the key of the instance in the data folder, else with a new key stored beside the folder's own database. With --project, the
project's audit trail records the run.

With --resume, you may change --concurrency, --budget, --price, --limits, --deadline, --tries, --outage-wait, --batch and
--batch-rest; the questions stay the same. A resumed command continues with its batches. If a judge is unavailable (HTTP 503, no connection, rate limits), the command waits and retries; after
--outage-wait the run pauses and can be resumed. Rate limits apply to this command only: other commands and servers that use the
same provider count separately. --test-judges reads no reports and creates no run; it makes one call per judge.

With --queue, the run goes in parts to the workers that take from the same queue, and this command collects their results. API keys
are read from the environment of each worker. --limits and --budget apply to all workers together; each worker has its own number
of concurrent calls. Keep the password of the database out of the command line: set VOIRDIRE_QUEUE or PGPASSWORD.

--replies reads another folder and changes nothing there. Both folders then delimit reports in prompts by one key, so that questions
are the same; a folder that already has a key of its own cannot take replies.

Exit codes: 1 a call of --test-judges failed, 3 more units unscored than --max-unscored, a score for --fail-if is undefined, or
cited pages could not be fetched, 5 a condition of --fail-if is met.

Examples:
  $ voirdire score --reports reports/ --queries queries.csv --metric presentation coverage --judge rules --judge openai:gpt-6-sol --out scored/
  $ voirdire score --reports reports/ --queries queries.csv --metric consistency --judge openai:gpt-6-sol --replies scored/ --out scored-again/
  $ voirdire score --project heat --metric presentation --judge rules
  $ voirdire score --project heat --metric presentation --judge rules --fail-if 'presentation<60' --junit scores.xml
  $ voirdire score --project heat --metric presentation --judge rules --json-lines
  $ voirdire score --project heat --suite my-rubric.yaml --judge openai:gpt-6-sol
  $ voirdire score --project surveys --suite report-bench --search tavily --judge 'openai:gpt-6-sol[voter=openai:gpt-6-sol+gemini:gemini-4-argon]' --estimate
  $ voirdire score --project heat --metric consistency depth --baseline open-deep-research --judge openai:gpt-6-sol --budget 20 --estimate`
    )
    .action(async (options: ScoreOptions) => {
      options.metric ??= [];
      if (options.metric.length === 0 && options.suite === undefined)
        command.error('error: specify metrics with --metric, or a suite or rubric file with --suite');
      requireNoneBeside(command, ['--fail-if', '--junit', '--json-lines'], ['--estimate', '--test-judges']);
      if (options.testJudges) {
        const { testJudgesOf } = await import('./score-test-judges.ts');
        process.exitCode = (await testJudgesOf(options)) ? exit.done : exit.failed;
        return;
      }
      if ((options.reports === undefined) === (options.project === undefined))
        command.error('error: specify either files with --reports or a project with --project');
      requireOneOf(command, ['--queries', '--create-queries'], ['--reports']);
      if (options.batchRest && !options.batch) command.error('error: --batch-rest applies to --batch');
      if (options.resume && options.again)
        command.error('error: --resume continues a run and --again starts a new one: use one of them');
      if (options.fetchAgain && (options.again || options.estimate))
        command.error('error: --fetch-again continues a run and cannot be combined with --again or --estimate');
      if (options.reports && options.out === undefined && !options.estimate)
        command.error('error: specify the output folder with --out');
      if (options.reports && !options.queries && !options.createQueries)
        command.error(
          'error: specify the queries with --queries, or create them from the headings of the reports with --create-queries'
        );
      if (options.queue !== undefined && options.batch)
        command.error('error: --batch asks in this process and --queue has workers ask: use one of them');
      if (options.queue === true && !process.env['VOIRDIRE_QUEUE'])
        command.error('error: specify the address of the queue with --queue or VOIRDIRE_QUEUE');
      if (options.replies !== undefined && (options.reports === undefined || !options.cache))
        command.error(
          options.cache
            ? 'error: --replies applies to --reports: runs of a project share their replies already'
            : 'error: --replies takes stored replies and --no-cache ignores them: use one of them'
        );
      growHeapBy(60);
      letYoungGrow(false);
      const { runScore } = await import('./score-run.ts');
      process.exitCode = exit[await runScore(options)];
    });
}
