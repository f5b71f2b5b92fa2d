// Files of component tests share a document: each begins with an empty one, whatever the file before left in it.
document.body.replaceChildren();
