/** A test may run the text of functions in a separate context: there too the switches of mutants mean what they mean. */
import { syncBuiltinESMExports } from 'node:module';
import vm from 'node:vm';
import { instrumentedHeader } from './switches.ts';

const functions = vm.runInThisContext(
  `(() => { ${instrumentedHeader} return { stryMutAct_9fa48, stryCov_9fa48 }; })()`,
) as object;
const { createContext } = vm;
vm.createContext = (names = {}, options) => createContext(Object.assign(names, functions), options);
syncBuiltinESMExports();
