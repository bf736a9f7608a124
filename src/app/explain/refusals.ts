/** The rules that refuse a URL, by name. */
export { REFUSAL_REASONS } from '../../url/index.ts';
