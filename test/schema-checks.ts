/** Validators that files of a worker share: each would compile the schema of schemas, which takes longer than the rest. */
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Refuses keywords that it does not know: for the schemas that are published. */
export const strictAjv = new Ajv2020();
/** For schemas that have formats or keywords of our own. */
export const looseAjv = new Ajv2020({ strict: false });
