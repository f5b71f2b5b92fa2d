import { Option, type Command } from 'commander';
import { growHeapBy, letYoungGrow } from './heap.ts';
import { addCondition } from './fail-if.ts';
import { exit } from './outcome.ts';
import { allowance, parseDollars, minutes, wholeNumber, type ScoreOptions } from './score-options.ts';

export function addScore(program: Command): void {
  const command = program.command('score');
  command
    .description('Score reports: those of files into a folder of results, or those of a project.')
    .option(
      '--metric <name...>',
      'what to judge: presentation, consistency, coverage, depth, citation-association, citation-accuracy; for comparison a direct rating of each, like presentation-rating'
    )
    .option(
      '--suite <name...>',
      'a suite with all its metrics, or those of them that --metric names: deep-eval, direct-rating, report-bench, daily-report, research-arena; or a rubric as a file, YAML or JSON, to judge by as well (docs/rubrics.md)'
    )
    .requiredOption(
      '--judge <spec...>',
      'who judges: rules, openai:MODEL, gemini:MODEL, anthropic:MODEL, openai-compatible:MODEL@SERVER or @URL, scripted:NAME; settings behind it, like "openai:gpt-6-sol reasoningEffort=low"; models of a metric’s roles in brackets, like "openai:gpt-6-sol[extractor=openai:gpt-6-luna]"'
    )
    .option('--reports <path...>', 'reports as a folder, a .zip or JSONL')
    .option('--queries <file...>', 'their queries and checklists as CSV, JSONL or XLSX')
    .option('--create-queries', "make a query of a report's first heading where none has its qid")
    .option('--project <slug>', 'score the reports of this project instead of files')
    .option('--system <name...>', 'with --project: only these systems; else: system of reports that name none')
    .option('--query <qid...>', 'only the reports on these queries')
    .option(
      '--max-claims <n>',
      'for citation-accuracy, cited-statements and uncited-statements: claims or statements of a report that are judged at most, drawn by hash',
      wholeNumber(10_000)
    )
    .option('--baseline <system>', 'with depth: the system whose reports the others are compared with')
    .option(
      '--penalties <metric=table...>',
      "issues and the score up to that many of them, like consistency='0:100,2:90,more:10'"
    )
    .option(
      '--prompt <metric@version...>',
      'another version of a metric’s prompt: depth@1 is an earlier one, coverage@2 puts the report first, for prompt caches, coverage@p1 is one of the project (voirdire prompts list). Default in a project: the version that judges were adopted with'
    )
    .option(
      '--setting <name=value...>',
      'a setting that only metrics of one suite have, like rounds=5 or evidence-date=from for daily-report; recorded with the run'
    )
    .option('--repeats <n>', 'how often each question is asked of a language model', wholeNumber(20))
    .addOption(
      new Option(
        '--ensemble <rule>',
        'where a judge failed: leave the score open, or take the mean of those that answered'
      ).choices(['all-judges', 'answered'])
    )
    .option('--budget <usd>', 'US dollars that the run may spend; needs the price of every judge', parseDollars)
    .option(
      '--price <judge=in/out...>',
      "US dollars per million tokens, like 'openai:gpt-6-sol=2/10'; cached input and cache writes may follow: '=5/25/0.5/6.25'"
    )
    .option('--limits <text...>', "what a provider allows, like 'openai 60rpm 200000tpm 4 at once'")
    .option(
      '--deadline <seconds...>',
      'seconds until a try of a call is given up, for all judges or for one, like openai:gpt-6-astra=3600 (default by kind of judge: 180, for reasoning models 600, for deep ones 1800)'
    )
    .option(
      '--tries <n...>',
      'tries until a call has failed, for all judges or for one (default: 5, for deep models 3)'
    )
    .option(
      '--outage-wait <minutes>',
      'how long to wait for a judge that does not answer before the run pauses (default: 30); 0 counts each failure as a try',
      minutes
    )
    .option('--estimate', 'tell calls, tokens, money and time, and stop')
    .option('--test-judges', 'ask each judge one small question, tell reply, time, tokens and price, and stop')
    .option('--collected <date>', 'when reports were collected that bring no date, like 2025-09-30: fills placeholders')
    .option('--placeholder-free', 'ask queries and items in their wording without placeholders, where they have one')
    .addOption(
      new Option(
        '--web-search <rule>',
        'as-published (default of a new run): judges that can search the web may do so for citation-accuracy, at the provider’s fee per search; off: only judges with webSearch=on search'
      ).choices(['as-published', 'off'])
    )
    .option(
      '--search <provider>',
      'for metrics that search: searxng, tavily, brave, serper, openai-search, gemini-search, anthropic-search or recorded (default: VOIRDIRE_SEARCH, or the only one that is set up)'
    )
    .option('--name <text>', 'name of the run')
    .option('--out <folder>', 'folder for verdicts.jsonl, scores.csv, systems.csv, summary.json and the leaderboard')
    .option('--resume', 'go on with a run that was stopped; nothing that was answered is asked again')
    .option('--again', 'make one more run of the same: asks what failed; what was answered is taken from before')
    .option(
      '--fetch-again [url...]',
      'of a run that was made before: fetch its pages again that this machine could not reach, or the named ones, and judge what hangs on them'
    )
    .option('--concurrency <n>', 'calls under way at once', wholeNumber(256))
    .option('--no-cache', 'ask again even where another run has asked the same')
    .option('--max-unscored <n>', 'units that may stay without a verdict, like 12 or 5%', allowance, {
      of: 'units',
      most: 0
    })
    .option(
      '--fail-if <condition>',
      "end with 5 if a system's value meets it, like 'coverage<80'; may be given several times",
      addCondition
    )
    .option('--junit <file>', 'write the conditions and every report of the run as JUnit XML, for CI servers')
    .option('--data <folder>', 'folder of the database, with --project (default: VOIRDIRE_DATA, else ./data)')
    .addOption(new Option('--json', 'print the summary, or the estimate, as JSON').conflicts('jsonLines'))
    .option('--json-lines', 'print events of the run as they come, one JSON object a line: planned, progress, ended')
    .addHelpText(
      'after',
      `
Keys come from the environment: OPENAI_API_KEY, GEMINI_API_KEY, ANTHROPIC_API_KEY; base URLs from OPENAI_BASE_URL,
GEMINI_BASE_URL, ANTHROPIC_BASE_URL. VOIRDIRE_SERVER_LAB=https://llm.lab.example/v1 names the server "lab",
VOIRDIRE_KEY_LAB is its key, or VOIRDIRE_KEYVAR_LAB names the variable that holds it: openai-compatible:MODEL@lab,
openai:MODEL@lab, gemini:MODEL@lab, anthropic:MODEL@lab. A key is sent to its own origin only: a server given as @URL or
baseUrl=URL gets none. --estimate shows where each judge is asked.
Ends with 3 where more units than --max-unscored allows have no verdict, a value of --fail-if is undefined, or cited pages
could not be reached from this machine; else with 5 if a condition of --fail-if is met. With --resume, --concurrency, --budget, --price,
--limits, --deadline, --tries and --outage-wait may be others than before; what is asked stays the same.
With --test-judges no report is read and no run is made: each judge gets one call, and the command ends with 1 if one fails.
With --project the call is recorded in the project's audit trail.
With --out the folder is signed: FOLDER.sig beside it, which voirdire verify checks, by the key of the data folder's instance, else
by one that is made beside the folder's own database and named.
A judge that does not answer at all (HTTP 503, no connection, rate limits) is waited for, and asked again by itself; after
--outage-wait the run pauses, and --resume goes on. Limits hold for this command alone: a server, or another command, that
asks the same provider counts for itself.

Examples:
  $ voirdire score --reports reports/ --queries queries.csv --metric presentation coverage --judge rules --judge openai:gpt-6-sol --out scored/
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
        command.error('error: name what to judge with --metric, or a suite or rubric file with --suite');
      if (options.testJudges) {
        const { testJudgesOf } = await import('./score-test-judges.ts');
        process.exitCode = (await testJudgesOf(options)) ? exit.done : exit.failed;
        return;
      }
      if ((options.reports === undefined) === (options.project === undefined))
        command.error('error: name either the files with --reports or a project with --project');
      if (options.resume && options.again)
        command.error('error: --resume goes on with a run and --again makes a new one: name one of them');
      if (options.fetchAgain && (options.again || options.estimate))
        command.error('error: --fetch-again continues a run. Leave out --again and --estimate');
      if (options.reports && options.out === undefined && !options.estimate)
        command.error('error: name the folder for the results with --out');
      if (options.reports && !options.queries && !options.createQueries)
        command.error(
          "error: name the reports' queries with --queries, or have them made from the headings with --create-queries"
        );
      growHeapBy(60);
      letYoungGrow(false);
      const { runScore } = await import('./score-run.ts');
      process.exitCode = exit[await runScore(options)];
    });
}
