/** Returns the title of a page of a list. Later pages name their first place, so that tabs and bookmarks differ. */
export function listTitle(title: string, cursor: number): string {
  return cursor === 0 ? title : `${title}, from ${cursor + 1}`;
}
