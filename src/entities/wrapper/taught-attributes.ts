/** What the columns of a table teach about their attributes, for other sites. */
import type { SiteExample } from '../selection/attribute-file.ts';
import { attributeExamples } from '../selection/learned-attributes.ts';
import type { EntityTable } from './entity-table.ts';

/** `nameOf`: what an attribute is called from here on; null leaves it out. */
export function taughtAttributes(
  { wrappers, sites }: EntityTable,
  nameOf: (attribute: string) => string | null = (attribute) => attribute,
): SiteExample[] {
  return sites.flatMap(({ site, set }, s): SiteExample[] => {
    const byId = new Map(set.rules.map((rule) => [rule.id, rule]));
    const chosen = wrappers[s]!.attributes.flatMap(({ name, rules }) => {
      const rule = byId.get(rules[0]!.id);
      const attribute = nameOf(name);
      return rule === undefined || attribute === null ? [] : [{ attribute, rule }];
    });
    return attributeExamples(set, chosen).map((example) => ({ site, example }));
  });
}
