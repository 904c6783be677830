/** The newest data, and whether the database contains only the seed. */
export interface DataState {
  newest: string | null;
  is_invented: boolean;
}
