type Control = HTMLInputElement | HTMLTextAreaElement;

/** Bytes beside the value of a field in a form with files: its name, its type and the boundary. */
const AROUND_FIELD = 200;

const sizeOf = (value: FormDataEntryValue): number => (typeof value === 'string' ? new Blob([value]) : value).size;

/** Bytes in which a form is sent. */
function bytesOf(form: HTMLFormElement, submitter: HTMLElement | null): number {
  const fields = [...new FormData(form, submitter)];
  return form.enctype === 'multipart/form-data'
    ? fields.reduce((sum, [, value]) => sum + sizeOf(value) + AROUND_FIELD, 0)
    : new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString().length;
}

const bytesIn = (field: Control): number =>
  field instanceof HTMLInputElement && field.files
    ? [...field.files].reduce((sum, { size }) => sum + size, 0)
    : field.value.length;

/**
 * Keeps a form that is too large on its page, with the reason at its largest field: the server would refuse it unread, and a chosen file
 * would be lost.
 *
 * @param event of a form that is about to be sent, before any other listener
 * @param most bytes of a form of this page
 * @param words why a larger one is refused
 */
export function keepTooLarge(event: SubmitEvent, most: number, words: string): void {
  const form = event.target as HTMLFormElement;
  const action = event.submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
  if (form.getAttribute('method')?.toLowerCase() !== 'post') return;
  if (new URL(action, location.href).pathname !== location.pathname) return;
  if (bytesOf(form, event.submitter) <= most) return;
  const [field] = [...form.elements]
    .filter((one): one is Control => one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement)
    .filter((one) => one.checkVisibility())
    .sort((a, b) => bytesIn(b) - bytesIn(a));
  if (!field) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  field.setCustomValidity(words);
  field.reportValidity();
  form.addEventListener('input', () => field.setCustomValidity(''), { once: true });
}
