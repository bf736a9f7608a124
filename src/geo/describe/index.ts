/** What geographic files hold, without the rest of the room. */
export { sampleColumns } from '../readers/dataset.ts';
export {
  COMPAT_FILES,
  type DescribedDataset,
  type Description,
  describeAddress,
  describePath,
  MODERN_FILES,
} from './describe.ts';
