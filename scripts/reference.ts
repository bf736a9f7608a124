/** The reference pages of docs/, made from the tables of the code so that they cannot lag behind it. */
import { CRAWL_OPTIONS, configKey, describeOption, environmentName } from '../src/cli/crawl/crawl-options.ts';
import { DEFAULT_SETTINGS } from '../src/crawl/index.ts';
import { ERROR_CODES, EXIT, TarrafaError } from '../src/errors.ts';

function shown(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(',');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, ms]) => `${name} ${ms}`)
      .join(', ');
  return value === Number.POSITIVE_INFINITY ? 'no limit' : String(value);
}

export function configurationPage(): string {
  const rows = CRAWL_OPTIONS.map((option) => {
    const values = typeof option.kind === 'object' ? option.kind.join(' \\| ') : option.kind;
    const unit = option.kind === 'duration' ? ' ms' : option.kind === 'bytes' ? ' bytes' : '';
    const value = shown((DEFAULT_SETTINGS as unknown as Readonly<Record<string, unknown>>)[option.name]);
    const standard = /^\d+$/.test(value) ? `${value}${unit}` : value;
    return `| \`--${option.flag}\` | \`${environmentName(option)}\` | \`${configKey(option)}\` | ${values} | ${standard} | ${describeOption(option, 'en')} |`;
  });
  return `# Configuration

Settings come, the nearer winning, from flags, environment variables, \`tarrafa.config.json\` in the folder you stand in, and the defaults.
A configuration that is a program (\`tarrafa.config.ts\`, \`.mjs\`) is run only when it is named: \`--config tarrafa.config.ts\`. \`tarrafa crawl --explain\` prints what is in force; the settings of a crawl are kept in its \`crawl.json\`.

\`\`\`json
{ "seeds": ["https://www.exemplo.br/"], "out": "exemplo", "scope": "br", "contact": "you@example.org", "delay": "10s", "maxPages": "50k" }
\`\`\`

A duration is \`200ms\`, \`30s\`, \`5min\`, \`2h\`, \`1d\` (a bare number is seconds); a size \`500kB\`, \`2MB/s\`, \`1GiB\`; a count \`5000\`, \`10k\`.
\`seeds\` (a list), \`out\` and \`periods\` (names for \`when\`: \`{"governo Dilma": "2011-01-01..2016-08-31"}\`) may stand in the file too.

| flag | environment | key | value | default | what |
|---|---|---|---|---|---|
${rows.join('\n')}

\`policy\`, \`politeness\`, \`url-profile\`, \`when\`, \`geo\`, their profiles and \`keep-files\` stay what they were when a crawl was started; everything else may change from session to session.

A scope is \`br\`, \`pt\`, \`lusofonia\`, \`seeds\` (the registrable domains of the seeds), \`any\`, or a list: \`.gov.br\` (all below a suffix), \`usp.br\` (a
domain and all below it), \`=www.usp.br\` (one host), \`lang:pt\` (pages in Portuguese wherever hosted).

\`tarrafa crawl --again\` makes a round: everything that was visited before is visited once more, whatever \`--revisit\` says, with what is new, and the crawl ends when nothing is left. A
round that was interrupted goes on by the same command without \`--again\`. It is what a scheduled crawl of the server does each time ([server.md](server.md#crawls)).

Hosts that take their time do not take that of others. A body that brings less than 128 bytes a second over 30 seconds (the silence that is
borne inside a body) is cut there and archived as \`WARC-Truncated: time\`; time in which the crawl itself holds the reading back does not count.
A request that has been under way for 5 seconds holds no place in \`--concurrency\`, as long as there are no more than 256 of them. When \`--max-time\`
is over, what is under way has 10 seconds; then it is given up, and its URLs are asked for in the next session. When nothing has moved for a
minute, the crawl says what it waits for.
`;
}

export function errorsPage(): string {
  const names = Object.entries(EXIT).map(([name, code]) => `| ${code} | ${name} |`);
  const rows = ERROR_CODES.map((code) => {
    const error = new TarrafaError(code, ['…', '…', '…']);
    const { message, advice } = error.explain('en');
    return `| \`${code}\` | ${error.exit} | ${message} | ${advice} |`;
  });
  return `# Errors and exit codes

Codes never change their meaning. On the command line an error is told in your language; \`TarrafaError.code\` is the same everywhere.

| exit code | meaning |
|---|---|
${names.join('\n')}

| code | exit | message | what to do |
|---|---|---|---|
${rows.join('\n')}
`;
}
