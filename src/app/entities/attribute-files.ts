/** What attributes are like, learned on sites where somebody chose the columns and kept for other sites. */
import type { EntityTable, SiteExample } from '../../entities/index.ts';
import { writeFileWhole } from '../../files/index.ts';

/** Writes what the columns of a table teach, by the names that they have there; says of how many columns. */
export async function writeAttributes(path: string, { wrappers, sites }: EntityTable): Promise<number> {
  const { attributeExamples, printAttributes } = await import('../../entities/index.ts');
  const examples = sites.flatMap(({ site, set }, s): SiteExample[] => {
    const byId = new Map(set.rules.map((rule) => [rule.id, rule]));
    const chosen = wrappers[s]!.attributes.flatMap(({ name, rules }) => {
      const rule = byId.get(rules[0]!.id);
      return rule === undefined ? [] : [{ attribute: name, rule }];
    });
    return attributeExamples(set, chosen).map((example) => ({ site, example }));
  });
  writeFileWhole(path, [printAttributes(examples)]);
  return examples.length;
}
