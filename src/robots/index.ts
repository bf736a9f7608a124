/**
 * The Robots Exclusion Protocol (RFC 9309) as Google's open parser practises it, with Crawl-delay and Sitemap, what follows from the
 * file's absence, and what a page itself says (`X-Robots-Tag`, `<meta name="robots">`).
 *
 * Where RFC 9309 and Google's parser differ, Google's parser is followed: misspelt and colon-less lines are understood,
 * "index.html" stands for its directory in Allow, and URLs are compared as given; `normalRulesFor`, which the crawler asks, compares the
 * RFC's normal forms.
 */
export * from './decision.ts';
export * from './page-directives.ts';
export { normalPathOf, pathOf } from './path.ts';
export * from './robots-file.ts';
export {
  DISALLOW_ALL,
  narrowTo,
  normalRulesFor,
  type RobotsRules,
  rulesFor,
  type Verdict,
} from './rules.ts';
