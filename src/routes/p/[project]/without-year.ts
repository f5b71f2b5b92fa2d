/** A written day without its year, where the year is known anyway: `3 Nov`, `11月3日`. */
export const withoutYear = (day: string): string => day.replace(/ \d{4}$|^\d{4}年/, '');
