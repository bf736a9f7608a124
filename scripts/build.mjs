// `npm run build`: the compiled libraries and the program.
import { build, install } from './prepare.mjs';

install();
await build();
