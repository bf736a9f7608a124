/** What a person changes of a crawl that does not run, made into what the server is sent: only what is another than it was. */
import type { AskedOfCrawl, CrawlEdit } from '../api/shapes.ts';
import {
  type CrawlForm,
  contactProblem,
  countProblem,
  duration,
  formOf,
  type Missing,
  problems,
  scopeOf,
  seedsIn,
  seedsProblem,
  timeProblem,
} from './crawl-order.ts';

export type EditForm = Pick<
  CrawlForm,
  'seeds' | 'scope' | 'domains' | 'maxPages' | 'maxTime' | 'delay' | 'contact'
>;

/** `seeds` are further ones. */
export function editForm(asked: AskedOfCrawl): EditForm {
  const { scope, domains, maxPages, maxTime, delay, contact } = formOf(asked, asked.name);
  return { seeds: '', scope, domains, maxPages, maxTime, delay, contact };
}

export function editOrder(
  form: EditForm,
  before: EditForm,
): { readonly edit: CrawlEdit | null; readonly missing: Missing } {
  const missing = problems({
    seeds: seedsProblem(form.seeds, 0),
    domains: form.scope === 'domains' && scopeOf(form) === '' ? 'wrongDomains' : null,
    maxPages: countProblem(form.maxPages),
    maxTime: timeProblem(form.maxTime),
    delay: timeProblem(form.delay),
    contact: contactProblem(form.contact),
  });
  if (Object.keys(missing).length > 0) return { edit: null, missing };
  const addSeeds = seedsIn(form.seeds);
  const changed = (name: 'maxPages' | 'maxTime' | 'delay' | 'contact') =>
    form[name].trim() !== before[name].trim();
  const time = (text: string) => (text.trim() === '' ? null : duration(text));
  return {
    missing,
    edit: {
      ...(addSeeds.length > 0 ? { addSeeds } : {}),
      ...(scopeOf(form) === scopeOf(before) ? {} : { scope: scopeOf(form) }),
      ...(changed('maxPages')
        ? { maxPages: form.maxPages.trim() === '' ? null : Number(form.maxPages) }
        : {}),
      ...(changed('maxTime') ? { maxTime: time(form.maxTime) } : {}),
      ...(changed('delay') ? { delay: time(form.delay) } : {}),
      ...(changed('contact') ? { contact: form.contact.trim() || null } : {}),
    },
  };
}
