/** The flags of the published methods, each parameter of the source one of them, and what they mean together. */
import { statSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  METHOD_LIMITS,
  type MethodLimits,
  type MethodSettings,
  PUBLISHED_METHODS,
  type PublishedMethod,
} from '../../app/content/published-method.ts';
import { readStopWords } from '../../app/content/stop-word-files.ts';
import { METHOD_NAMES } from '../../app/content/written-forms.ts';
import type { ContentExtractorParameters, XcexParameters } from '../../content/index.ts';
import { TarrafaError } from '../../errors.ts';
import { CONTENT_WORDS } from '../../words/content.ts';
import { type Language, say } from '../../words/index.ts';
import { reason } from '../../words/why.ts';

export interface MethodFlags {
  readonly method?: PublishedMethod;
  readonly preset?: NonNullable<MethodSettings['preset']>;
  readonly tags?: readonly string[];
  readonly epsilon?: number;
  readonly tau?: number;
  readonly contentImportance?: number;
  readonly structureImportance?: number;
  readonly styleMeasure?: XcexParameters['styleMeasure'];
  readonly contentMeasure?: XcexParameters['contentMeasure'];
  readonly exactRule?: XcexParameters['exactRule'];
  readonly exactScope?: XcexParameters['exactScope'];
  readonly exactMinPages?: number;
  readonly exactMaxWords?: number;
  readonly limitRule?: XcexParameters['limitRule'];
  readonly ownPage?: boolean;
  readonly keepWordless?: boolean;
  readonly minPages?: number;
  readonly tokenizer?: XcexParameters['tokenizer'];
  readonly stopWords?: string;
  readonly pageLanguage?: string;
  readonly fallbacks?: boolean;
  readonly commentFilter?: boolean;
  readonly griazev?: XcexParameters['griazev'];
  readonly termCount?: boolean;
  readonly maxPages?: number;
  readonly maxBlocks?: number;
}

const MOST_TAGS = 40;
const TAG_NAME = /^[a-z][a-z0-9-]{0,40}$/;

/** What only one of the methods has, by the names of the flags. */
const ONLY_XCEX = [
  'preset',
  'contentImportance',
  'structureImportance',
  'styleMeasure',
  'contentMeasure',
  'exactRule',
  'exactScope',
  'exactMinPages',
  'exactMaxWords',
  'limitRule',
  'ownPage',
  'minPages',
  'fallbacks',
  'commentFilter',
  'griazev',
] as const satisfies readonly (keyof MethodFlags)[];
const ONLY_CONTENT_EXTRACTOR = ['termCount'] as const satisfies readonly (keyof MethodFlags)[];
const BOTH = [
  'tags',
  'epsilon',
  'tau',
  'keepWordless',
  'tokenizer',
  'stopWords',
  'pageLanguage',
  'maxPages',
  'maxBlocks',
] as const satisfies readonly (keyof MethodFlags)[];

/** Adds the flags; `method` is whether the command has `--method` of its own. */
export function addMethodOptions(command: Command, language: Language, method = true): void {
  const m = CONTENT_WORDS[language];
  const share = (text: string): number => {
    const found = /^(\d{1,3}(?:[.,]\d{1,6})?|[.,]\d{1,6})(\s?%)?$/.exec(text.trim());
    const value =
      found === null ? Number.NaN : Number(found[1]!.replace(',', '.')) / (found[2] === undefined ? 1 : 100);
    if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError(m.notAShare);
    return value;
  };
  const count =
    (least: number) =>
    (text: string): number => {
      const n = /^\d{1,7}$/.test(text) ? Number(text) : -1;
      if (n < least) throw new InvalidArgumentError(say(m.notACount, { least }));
      return n;
    };
  const tags = (text: string): readonly string[] => {
    const list = text
      .toLowerCase()
      .split(',')
      .map((name) => name.trim());
    if (list.length > MOST_TAGS || !list.every((name) => TAG_NAME.test(name)))
      throw new InvalidArgumentError(m.notTags);
    return list;
  };
  const costs = (text: string): XcexParameters['griazev'] => {
    const values = text
      .split(',')
      .map((value) => (/^\s*\d(?:\.\d{1,6})?\s*$/.test(value) ? Number(value) : 2));
    if (values.length !== 4 || values.some((value) => value > 1)) throw new InvalidArgumentError(m.notCosts);
    const [constant, modify, insert, remove] = values as [number, number, number, number];
    return { constant, modify, insert, remove };
  };
  const tag = (text: string): string => {
    try {
      return Intl.getCanonicalLocales(text)[0]!;
    } catch {
      throw new InvalidArgumentError(m.notALanguage);
    }
  };
  const option = (flags: string, about: string, read?: (text: string) => unknown): Option => {
    const made = new Option(flags, about).helpGroup(m.methodGroup);
    if (read !== undefined) made.argParser(read);
    return made;
  };
  const choice = (flags: string, about: string, choices: readonly string[]): Option =>
    option(flags, about).choices(choices);
  const all = [
    ...(method ? [choice('--method <name>', m.method, PUBLISHED_METHODS)] : []),
    choice('--preset <name>', m.preset, ['faithful', 'best', 'modern']),
    option('--tags <list>', m.tags, tags),
    option('--epsilon <number>', m.epsilon, share),
    option('--tau <share>', m.tau, share),
    option('--content-importance <share>', m.contentImportance, share),
    option('--structure-importance <share>', m.structureImportance, share),
    choice('--style-measure <name>', m.styleMeasure, ['html-similarity', 'griazev', 'cosine']),
    choice('--content-measure <name>', m.contentMeasure, [
      'cosine',
      'hamming',
      'levenshtein',
      'damerau',
      'jaro-winkler',
    ]),
    choice('--exact-rule <rule>', m.exactRule, ['off', 'html', 'text']),
    choice('--exact-scope <scope>', m.exactScope, ['other-pages', 'whole-collection']),
    option('--exact-min-pages <n>', m.exactMinPages, count(2)),
    option('--exact-max-words <n>', m.exactMaxWords, count(0)),
    choice('--limit-rule <rule>', m.limitRule, ['integer', 'formula']),
    option('--no-own-page', m.noOwnPage),
    option('--keep-wordless', m.keepWordless),
    option('--min-pages <n>', m.minPages, count(1)),
    choice('--tokenizer <name>', m.tokenizer, ['ascii-compat', 'unicode']),
    option('--stop-words <file>', m.stopWords),
    option('--page-language <tag>', m.pageLanguage, tag),
    option('--fallbacks', m.fallbacks),
    option('--no-fallbacks', m.noFallbacks),
    option('--comment-filter', m.commentFilter),
    option('--no-comment-filter', m.noCommentFilter),
    option('--griazev <costs>', m.griazev, costs),
    option('--term-count', m.termCount),
    option('--max-pages <n>', `${m.maxPages} (${METHOD_LIMITS.maxPages})`, count(1)),
    option('--max-blocks <n>', `${m.maxBlocks} (${METHOD_LIMITS.maxBlocks})`, count(1)),
  ];
  for (const each of all) command.addOption(each);
}

const given = (command: Command, name: string): boolean => command.getOptionValueSource(name) === 'cli';

/** The flag as it is written: `--no-own-page` of what is switched off. */
function flagOf(command: Command, name: string): string {
  const off = command.getOptionValue(name) === false;
  const found = command.options.find((one) => one.attributeName() === name && one.negate === off);
  return found?.long ?? `--${name}`;
}

/** Which of some flags were given, as they are written. */
export function flagsGiven(command: Command, names: readonly string[]): string[] {
  return names.filter((name) => given(command, name)).map((name) => flagOf(command, name));
}

/** Refuses flags of the published methods where none is asked for, and of one where another is. */
export function checkMethodFlags(
  command: Command,
  method: PublishedMethod | undefined,
  language: Language,
): void {
  const m = CONTENT_WORDS[language];
  const [alone] =
    method === undefined ? flagsGiven(command, [...BOTH, ...ONLY_XCEX, ...ONLY_CONTENT_EXTRACTOR]) : [];
  if (alone !== undefined) command.error(say(m.needsMethod, { flag: alone }));
  if (method === undefined) return;
  const [other] = flagsGiven(command, method === 'xcex' ? ONLY_CONTENT_EXTRACTOR : ONLY_XCEX);
  if (other !== undefined) command.error(say(m.otherMethod, { flag: other, method: METHOD_NAMES[method] }));
}

/** What a run is made of by the flags; those that only the other method has are left aside. */
export function methodSettings(
  command: Command,
  method: PublishedMethod,
  flags: MethodFlags,
): MethodSettings & MethodLimits {
  const { contentImportance, structureImportance, maxPages, maxBlocks } = flags;
  const stopWords = flags.stopWords === undefined ? undefined : readStopWords(flags.stopWords);
  const shared = {
    tagList: flags.tags,
    similarityLimit: flags.epsilon,
    pageFraction: flags.tau,
    requireText: flags.keepWordless === true ? false : undefined,
    tokenizer: flags.tokenizer,
    stopWords,
  };
  /** One weight is enough to know both. */
  const rest = (value: number | undefined): number | undefined =>
    value === undefined ? undefined : Number((1 - value).toFixed(9));
  const xcex = {
    ...shared,
    contentImportance: contentImportance ?? rest(structureImportance),
    structureImportance: structureImportance ?? rest(contentImportance),
    styleMeasure: flags.styleMeasure,
    contentMeasure: flags.contentMeasure,
    exactRule: flags.exactRule,
    exactScope: flags.exactScope,
    exactMinPages: flags.exactMinPages,
    exactMaxWords: flags.exactMaxWords,
    limitRule: flags.limitRule,
    compareOwnPage: given(command, 'ownPage') ? flags.ownPage : undefined,
    minPages: flags.minPages,
    extractionFallbacks: given(command, 'fallbacks') ? flags.fallbacks : undefined,
    commentFilter: given(command, 'commentFilter') ? flags.commentFilter : undefined,
    griazev: flags.griazev,
  };
  const contentExtractor = { ...shared, includeTermCount: flags.termCount };
  return {
    method,
    preset: flags.preset,
    xcex: stated<XcexParameters>(xcex),
    contentExtractor: stated<ContentExtractorParameters>(contentExtractor),
    language: flags.pageLanguage,
    maxPages,
    maxBlocks,
  };
}

/** Without what nobody said. */
function stated<T>(values: { readonly [Key in keyof T]?: T[Key] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Refuses a path for a file that is a folder, before any work is done. */
export function fileToWrite(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new TarrafaError('TRF_CONFIG_INVALID', [path, reason('folder-of-this-name')]);
  return path;
}
