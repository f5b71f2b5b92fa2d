import { configure } from '@testing-library/svelte';

// Files of component tests share a document: each begins with an empty one, whatever the file before left in it.
document.body.replaceChildren();
// A second is too short for a part of a page that is loaded later, on a machine with other work.
configure({ asyncUtilTimeout: 60_000 });
