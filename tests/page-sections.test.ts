import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPageSections } from '../scripts/page-sections.ts';
import { en } from '../src/lib/messages/catalogues/en/index.ts';

describe('sections of the catalogues that pages need', () => {
  const { sections, files } = findPageSections(join(import.meta.dirname, '..'));

  it('are found in the components that a page imports, and in those of the layouts around it', () => {
    expect(sections['/sign-in']).toEqual(['door', 'frame', 'language', 'signIn']);
    expect(sections['/']).toContain('queue');
    expect(Object.keys(sections).length).toBeGreaterThan(80);
  });

  it('are found in the components that a load fetches beside its page or layout', () => {
    const judging = sections['/p/[project]/work/[assignment]'];
    for (const section of ['judging', 'judgingDone', 'reading', 'studyRests']) expect(judging).toContain(section);
    expect(judging).not.toContain('reveal');
  });

  it('all exist', () => {
    const asked = new Set(Object.values(sections).flat());
    expect([...asked].filter((section) => !Object.hasOwn(en.messages, section))).toEqual([]);
  });

  it('come as data: no script of a page imports the catalogues or their parser', () => {
    expect(files).toContain('src/lib/messages/message.ts');
    expect(files.filter((path) => /messages\/(?:words|languages|parse-message|catalogues\/)/.test(path))).toEqual([]);
  });
});
