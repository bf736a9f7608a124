/** `tarrafa geo check <collection>`: keeps a geographic collection true, and shows its addresses by status and indicator. */
import { Command, InvalidArgumentError } from 'commander';
import {
  checkGeographicLinks,
  type GeoChecked,
  type GeoUrlStates,
  geographicUrlStates,
  geographicVisitErrors,
} from '../../app/geographic-check.ts';
import { parseDuration } from '../../app/input/quantity.ts';
import { EXIT } from '../../errors.ts';
import { printable } from '../../formats/index.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import { GEO_CHECK_WORDS, type GeoCheckWords } from '../../words/geo-check.ts';
import { GEO_SEARCH_WORDS } from '../../words/geo-search.ts';
import { amount, formatNumber, type Language, say } from '../../words/index.ts';
import { connectToOption } from '../crawl/connect-to.ts';
import { colours as pc } from '../terminal/colours.ts';
import { Interruption } from '../terminal/interruption.ts';
import { profileOption } from './geo-profile.ts';
import { GEO_SEARCH_PROCESS, type GeoSearchSurroundings, positive } from './geo-search.ts';
import { sampleWebOf } from './sample-web.ts';

interface CheckFlags {
  readonly every?: number;
  readonly profile: 'modern' | 'compat';
  readonly contact?: string;
  readonly connectTo?: readonly string[];
  readonly sampleWeb?: string;
  readonly show?: boolean;
  readonly errors?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

export function geoCheckCommand(
  language: Language,
  around: GeoSearchSurroundings = GEO_SEARCH_PROCESS,
): Command {
  const m = GEO_CHECK_WORDS[language];
  const shared = GEO_SEARCH_WORDS[language];
  return new Command('check')
    .description(m.check)
    .argument('<collection>', m.folder)
    .option('--every <time>', m.every, (text: string) => {
      const ms = parseDuration(text);
      if (ms === null) throw new InvalidArgumentError(m.badTime);
      return ms / 1000;
    })
    .addOption(profileOption({ ...shared, profile: m.profile }))
    .option('--show', m.show)
    .option('--errors', m.errors)
    .option('--limit <n>', m.limit, positive(shared), 50)
    .option('--contact <address>', shared.contact)
    .addOption(connectToOption(language))
    .option('--sample-web <port>', shared.sampleWeb)
    .option('--json', m.json)
    .action(async (folder: string, flags: CheckFlags) => {
      const asLines = !around.isTerminal || flags.json === true;
      const show = (text: string): void => around.out(text);
      if (flags.errors === true) {
        const errors = geographicVisitErrors(folder);
        if (asLines) for (const row of errors) show(`${JSON.stringify(row)}\n`);
        else show(errorText(errors, flags.limit, m));
        return;
      }
      const found =
        flags.show === true
          ? await geographicUrlStates(folder)
          : await check(folder, flags, around, language);
      const checked = 'counts' in found ? (found as GeoChecked) : null;
      if (asLines) {
        for (const row of found.urls) show(`${JSON.stringify({ kind: 'url', ...row })}\n`);
        const { urls: _, ...summary } = checked ?? found;
        show(`${JSON.stringify({ kind: 'summary', ...summary })}\n`);
      } else {
        if (checked !== null) show(`${checkedText(checked, m, language)}\n`);
        show(statesText(found, flags.limit, m, language));
      }
      if (checked?.interrupted) process.exitCode = EXIT.interrupted;
    });
}

async function check(
  folder: string,
  flags: CheckFlags,
  around: GeoSearchSurroundings,
  language: Language,
): Promise<GeoChecked> {
  const m = GEO_CHECK_WORDS[language];
  const contact = flags.contact ?? process.env.TARRAFA_CONTACT;
  const resolver = await sampleWebOf(flags.sampleWeb);
  const interruption = new Interruption(() => around.err(`\n${COMMAND_WORDS[language].stopping}\n`));
  interruption.begin();
  let shown = false;
  const checked = await checkGeographicLinks(folder, {
    settings: {
      ...(contact === undefined ? {} : { contact }),
      ...(process.env.TARRAFA_ALLOW_PRIVATE === '1' ? { allowPrivate: true } : {}),
      // On the sample web all names share one address, which is nobody's to spare.
      ...(resolver !== undefined ? { politeness: 'host' as const, delay: 0, addressDelay: 0 } : {}),
    },
    resolver,
    connectTo: flags.connectTo,
    profile: flags.profile,
    every: flags.every,
    signal: interruption.signal,
    giveUp: interruption.giveUp,
    onProgress: (done, total) => {
      if (!around.isTerminal) return;
      shown = true;
      around.err(`\r${say(m.checking, { done, total })}`);
    },
  }).finally(() => interruption.end());
  if (shown) around.err('\r');
  return checked;
}

function checkedText({ counts, interrupted }: GeoChecked, m: GeoCheckWords, language: Language): string {
  const n = (value: number) => amount(value, language, formatNumber(value, language));
  const { pages, links, deferred, unchanged, changed, found, rejected, struck, left, back, errors } = counts;
  return [
    say(m.checked, { pages: n(pages), links: n(links), deferred: n(deferred) }),
    say(m.links, { unchanged: n(unchanged), changed: n(changed), found: n(found), rejected: n(rejected) }),
    say(m.gone, { struck: n(struck), left: n(left), back: n(back), errors: n(errors) }),
    ...(interrupted ? [m.stopped] : []),
    '',
  ].join('\n');
}

/** The counts of the addresses, and the addresses as the source lists them. */
function statesText(
  { urls, states }: GeoUrlStates,
  limit: number,
  m: GeoCheckWords,
  language: Language,
): string {
  if (urls.length === 0) return `${m.nothing}\n`;
  const counts = [
    ['', m.indicator, m.statuses[0], m.statuses[1], m.statuses[2]],
    ...states.map(({ of, indicator, count }) => [
      m.of[of],
      String(indicator),
      ...count.map((value) => formatNumber(value, language)),
    ]),
  ];
  const rows = [
    [m.indexed, m.status, m.indicator, m.url, m.note],
    ...urls
      .slice(0, limit)
      .map((row) => [
        momentText(row.indexedAt) ?? m.never,
        String(row.status),
        String(row.indicator),
        printable(row.url),
        [
          ...(row.state === 'broken' ? [m.left] : []),
          ...(row.strikes > 0 ? [say(m.strikes, { days: amount(row.strikes, language) })] : []),
          ...(row.error === null ? [] : [reasonText(row.error, m)]),
        ].join(', '),
      ]),
  ];
  const more = urls.length - limit;
  return [
    ...columns(counts, 1),
    '',
    ...columns(rows, 0),
    ...(more > 0 ? [pc.dim(say(m.more, { count: formatNumber(more, language) }))] : []),
    '',
  ].join('\n');
}

function errorText(
  errors: ReturnType<typeof geographicVisitErrors>,
  limit: number,
  m: GeoCheckWords,
): string {
  if (errors.length === 0) return `${m.noErrors}\n`;
  const rows = errors
    .slice(-limit)
    .map(({ at, url, reason }) => [
      momentText(new Date(at).toISOString())!,
      printable(reasonText(reason, m)),
      printable(url),
    ]);
  return `${columns([[m.when, m.why, m.url], ...rows], 0).join('\n')}\n`;
}

function reasonText(reason: string, m: GeoCheckWords): string {
  const reasons: Readonly<Record<string, string>> = m.reasons;
  return Object.hasOwn(reasons, reason) ? reasons[reason]! : printable(reason.replace('http-', 'HTTP '));
}

/** `2006-07-15 14:02:10`, UTC. */
const momentText = (iso: string | null): string | null => iso?.slice(0, 19).replace('T', ' ') ?? null;

/** Lines of columns of one width; those from `right` on with numbers to the right, when they are numbers. */
function columns(rows: readonly (readonly string[])[], right: number): string[] {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows.map((row, n) => {
    const line = row
      .map((cell, i) =>
        right > 0 && i >= right
          ? cell.padStart(widths[i]!)
          : i < row.length - 1
            ? cell.padEnd(widths[i]!)
            : cell,
      )
      .join('  ')
      .trimEnd();
    return n === 0 ? pc.dim(line) : line;
  });
}
