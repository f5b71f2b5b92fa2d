import { storeContract } from './contract-suite.fixture.ts';
import { createMemory, memoryStore } from './memory.fixture.ts';

storeContract('memory store', () => {
  const memory = createMemory();
  return {
    open: (runId) => memoryStore(memory, runId),
    supply: (urlKey, page) => void memory.supplied.set(urlKey, page)
  };
});
