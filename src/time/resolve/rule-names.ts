/** The rules of the resolver by name, as an annotation tells them to those who ask why. */

export type RuleName =
  | 'explicit date'
  | 'date without year'
  | 'year'
  | 'year of text'
  | 'year of document'
  | 'year of sentence'
  | 'nearest'
  | 'past'
  | 'future'
  | 'document'
  | 'text'
  | 'last units'
  | 'next units'
  | 'last'
  /** `#` stands for the number. */
  | '#.'
  | 'weekday'
  | 'verb in the past'
  | 'verb in the future'
  | 'day of month'
  | 'day of month of text'
  | 'day of relative month'
  | 'hour'
  | 'hour of date of sentence'
  | 'hour of day of document'
  | 'now'
  | 'decade'
  | 'century'
  | 'millennium'
  | 'season'
  | 'dictionary'
  | 'event'
  | 'nth weekday'
  | 'counted weekday'
  | 'workday'
  | 'week of'
  | 'week n'
  | 'interval';

/** Words of a locale for them. */
export type RuleNames = Readonly<Partial<Record<RuleName, string>>>;

export function ruleName(names: RuleNames, rule: RuleName): string {
  return names[rule] ?? rule;
}
