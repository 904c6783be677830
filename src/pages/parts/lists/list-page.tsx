import type { ComponentChildren } from 'preact';
import { Layout, LayoutProps } from '../../layout/layout.js';
import { pathTo } from '../names/link.js';
import { Citation } from '../panels/citation.js';
import { Shared } from '../panels/share.js';
import { Panel, PanelProps } from '../panels/panel.js';
import { CursorOnlyQuery } from './list.query.js';
import { listTitle, PagedTable, PagedTableProps } from './paged-table.js';

type TableProps<Row, Key extends string> = Omit<PagedTableProps<Row, Key>, 'cursor' | 'limit' | 'pathOf' | 'isSized'>;

interface ListPageProps<Row, Key extends string> extends TableProps<Row, Key> {
  page: Omit<LayoutProps, 'children' | 'data' | 'csv'> & { path: string };
  heading: ComponentChildren;
  /** The order and position of the list, as in the address, and a new query object. */
  query: CursorOnlyQuery & { limit?: number };
  defaults: CursorOnlyQuery;
  limit: number;
  /** The API call for the same rows, if there is one. */
  call: string | undefined;
  panel: Pick<PanelProps, 'id' | 'title' | 'about' | 'note'>;
  /** The file with all rows. */
  file: Pick<Shared, 'of' | 'query'>;
  citation?: Omit<Citation, 'path'> | undefined;
  /** What is next to the heading, and between heading and list. */
  choice?: ComponentChildren;
  children?: ComponentChildren;
}

/** A page with a list. Its links keep the order and the number of rows. */
export function ListPage<Row, Key extends string>({ page, query, children, ...props }: ListPageProps<Row, Key>) {
  const { heading, defaults, call, panel, file, citation, choice, ...table } = props;
  const { cursor, ...others } = query;
  const pathOf = (changes: object) => pathTo(page.path, { ...others, cursor: 0, ...changes }, defaults);
  return (
    <Layout {...page} title={listTitle(page.title, cursor)} data={call} csv live={table.live !== undefined}>
      <div class="page-head">
        <h1>{heading}</h1>
        {choice}
      </div>
      {children}
      <Panel {...panel} shared={{ ...file, call, citation: citation && { ...citation, path: pathOf({ cursor }) } }}>
        <PagedTable {...table} {...{ cursor, pathOf, isSized: query.limit !== undefined }} />
      </Panel>
    </Layout>
  );
}
