/** The same for a shared catalogue. Run with the address of the database, the folder of copies and the name of the writer. */
import { clusterAddress, Database } from '../../postgres/index.ts';
import { writeForever } from '../write-batches.suite.ts';
import { SharedCatalogue } from './shared-catalogue.ts';

const [address, copies, name] = process.argv.slice(2) as [string, string, string];
const database = await Database.open(clusterAddress(address), { application: `writer ${name}` });
await writeForever(await SharedCatalogue.open(database, { copies }), name);
