/** Why a cell of a table holds what it holds: the rules that gave its values, or what each of them lacked on the page. */
import type { Absence, EntityTable } from '../../entities/index.ts';
import { TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';

interface ExplainingRule {
  readonly id: string;
  readonly role: Absence['rule']['role'];
  readonly score: Absence['rule']['score'];
  readonly cypher: string;
}

export interface ValueExplanation {
  readonly site: string;
  readonly url: string;
  readonly values: readonly {
    readonly value: string;
    /** The text that the rule starts from, and how it comes from there to the value. */
    readonly label: string;
    readonly path: string;
    readonly position: number;
    readonly rule: ExplainingRule;
  }[];
  /** When there is no value, why no rule gave one. */
  readonly absences: readonly { readonly reason: Absence['reason']; readonly rule: ExplainingRule }[];
}

/** `page`: an address of the table or how one ends. Throws TRF_INPUT_MISSING and TRF_ATTRIBUTE_UNKNOWN. */
export async function explainValue(
  { table, wrappers, sites }: EntityTable,
  page: string,
  attribute: string,
): Promise<ValueExplanation> {
  const { explainAbsence, printCypher } = await import('../../entities/index.ts');
  const explaining = ({ id, role, score, rule }: Absence['rule']): ExplainingRule => ({
    id,
    role,
    score,
    cypher: printCypher(rule),
  });
  const row = table.rows.find(({ url }) => url === page || url.endsWith(page));
  if (row === undefined) throw new TarrafaError('TRF_INPUT_MISSING', [page, reason('not-in-table')]);
  const { site, url } = row;
  const at = table.columns.findIndex(({ name }) => name === attribute);
  if (at < 0)
    throw new TarrafaError('TRF_ATTRIBUTE_UNKNOWN', [
      attribute,
      site,
      table.columns.map(({ name }) => name).join(', '),
    ]);
  const values = row.cells[at]!.map(({ value, pivot, path, position, rule }) => ({
    value,
    label: pivot,
    path,
    position,
    rule: explaining(rule),
  }));
  if (values.length > 0) return { site, url, values, absences: [] };
  const learned = sites.findIndex((one) => one.site === site);
  const { graph } = sites[learned]!.set;
  const absences = explainAbsence(wrappers[learned]!, graph, graph.urls.indexOf(url), attribute);
  return {
    site,
    url,
    values,
    absences: absences.map(({ rule, reason: why }) => ({ reason: why, rule: explaining(rule) })),
  };
}
