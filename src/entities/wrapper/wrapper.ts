/**
 * A wrapper: what was learned of one site, as a file that people can read, keep, edit and run again. Rules are Cypher text; `template`
 * holds the texts of the site's template, without which a single new page could not be told apart from it.
 */

import { TarrafaError } from '../../errors.ts';
import { parseJson } from '../../formats/index.ts';
import { jsonFailure, reason, type Why } from '../../words/why.ts';
import { parseCypher, printCypher } from '../rules/cypher.ts';
import { type Rule, ruleId } from '../rules/rule.ts';
import type { ValueKind } from '../values/index.ts';

export interface WrapperRule {
  readonly rule: Rule;
  readonly id: string;
  readonly role: 'selected' | 'complementary';
  /** Share of the pages it was learned on that it gave a value on. */
  readonly coverage: number;
  /** What stands before every value in its own text; texts without it are none of this attribute. */
  readonly prefix: string | null;
  /** The `q_score` of a complementary rule. */
  readonly score: Readonly<Record<string, number>> | null;
}

export interface WrapperAttribute {
  readonly name: string;
  readonly kind: ValueKind;
  /** Share of the pages it was learned on that have a value. */
  readonly coverage: number;
  readonly rules: readonly WrapperRule[];
}

export interface Wrapper {
  readonly site: string;
  readonly example: string;
  /** Number of pages it was learned on. */
  readonly pages: number;
  readonly template: readonly string[];
  readonly attributes: readonly WrapperAttribute[];
}

const FORM = 'tarrafa-entity-wrapper';
const VERSION = 1;
const LARGEST = 64 << 20;

/** The file: JSON, two spaces, a line a rule. */
export function printWrapper(wrapper: Wrapper): string {
  const { site, example, pages, attributes, template } = wrapper;
  return `${JSON.stringify(
    {
      form: FORM,
      version: VERSION,
      site,
      example,
      pages,
      attributes: attributes.map(({ name, kind, coverage, rules }) => ({
        name,
        kind,
        coverage,
        rules: rules.map(({ rule, id, role, coverage: share, prefix, score }) => ({
          role,
          id,
          coverage: share,
          ...(prefix === null ? {} : { prefix }),
          ...(score === null ? {} : { score }),
          cypher: printCypher(rule),
        })),
      })),
      template,
    },
    null,
    2,
  )}\n`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a wrapper file; what is wrong with it is said with the place. `name`: of the file, for the message. */
export function parseWrapper(text: string, name: string): Wrapper {
  const wrong = (where: Why) => new TarrafaError('TRF_WRAPPER_INVALID', [name, where]);
  if (text.length > LARGEST) throw wrong(reason('file-too-large', { megabytes: 64 }));
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw wrong(jsonFailure(cause, text));
  }
  if (!isObject(value) || value.form !== FORM) throw wrong(reason('form-differs', { form: FORM }));
  if (value.version !== VERSION)
    throw wrong(reason('version-differs', { version: JSON.stringify(value.version), known: VERSION }));
  const text_ = (object: Record<string, unknown>, key: string, where: string): string => {
    const found = object[key];
    if (typeof found !== 'string') throw wrong(reason('place-not-text', { place: `${where}"${key}"` }));
    return found;
  };
  const share = (object: Record<string, unknown>, key: string, where: string): number => {
    const found = object[key];
    if (typeof found !== 'number' || !(found >= 0))
      throw wrong(reason('place-not-number', { place: `${where}"${key}"` }));
    return found;
  };
  const { attributes, template } = value;
  if (!Array.isArray(attributes)) throw wrong(reason('place-not-list', { place: '"attributes"' }));
  if (!Array.isArray(template) || template.some((t) => typeof t !== 'string'))
    throw wrong(reason('place-not-texts', { place: '"template"' }));
  const seen = new Set<string>();
  return {
    site: text_(value, 'site', ''),
    example: text_(value, 'example', ''),
    pages: share(value, 'pages', ''),
    template: template as string[],
    attributes: attributes.map((attribute: unknown, i): WrapperAttribute => {
      const where = `attributes[${i}].`;
      if (!isObject(attribute)) throw wrong(reason('place-not-object', { place: `attributes[${i}]` }));
      const attributeName = text_(attribute, 'name', where);
      if (attributeName.trim() === '') throw wrong(reason('place-empty', { place: `${where}"name"` }));
      if (seen.has(attributeName)) throw wrong(reason('attribute-twice', { name: attributeName }));
      seen.add(attributeName);
      const { rules } = attribute;
      if (!Array.isArray(rules) || rules.length === 0)
        throw wrong(reason('place-not-rules', { place: `${where}"rules"` }));
      return {
        name: attributeName,
        kind: typeof attribute.kind === 'string' ? (attribute.kind as ValueKind) : 'text',
        coverage: attribute.coverage === undefined ? 0 : share(attribute, 'coverage', where),
        rules: rules.map((rule: unknown, k): WrapperRule => {
          const place = `${where}rules[${k}].`;
          if (!isObject(rule)) throw wrong(reason('place-not-object', { place: place.slice(0, -1) }));
          let parsed: Rule;
          try {
            parsed = parseCypher(text_(rule, 'cypher', place));
          } catch (cause) {
            if (!(cause instanceof TarrafaError) || cause.code !== 'TRF_RULE_INVALID') throw cause;
            const [rule = '', why = ''] = cause.values;
            throw wrong(reason('place-not-rule', { place: `${place}"cypher"`, rule, why }));
          }
          return {
            rule: parsed,
            // An edited rule is another rule, whatever the file still calls it.
            id: ruleId(parsed),
            role: rule.role === 'complementary' ? 'complementary' : 'selected',
            coverage: rule.coverage === undefined ? 0 : share(rule, 'coverage', place),
            prefix: rule.prefix === undefined || rule.prefix === null ? null : text_(rule, 'prefix', place),
            score: isObject(rule.score) ? (rule.score as Record<string, number>) : null,
          };
        }),
      };
    }),
  };
}
