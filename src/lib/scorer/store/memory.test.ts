import { storeContract } from './contract-suite.ts';
import { createMemory, memoryStore } from './memory.ts';

storeContract('memory store', () => {
  const memory = createMemory();
  return {
    open: (runId) => memoryStore(memory, runId),
    supply: (urlKey, page) => memory.supplied.set(urlKey, page)
  };
});
