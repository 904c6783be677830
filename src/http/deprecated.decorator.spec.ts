import { deprecationHeaders } from './deprecated.decorator.js';

const link = 'https://example.com/changes';

describe('deprecationHeaders', () => {
  it('tells the moment in seconds since 1970, the end as a date of HTTP, and the page', () => {
    expect(deprecationHeaders({ since: '2026-09-01', sunset: '2027-03-01T12:00:00Z', link })).toEqual([
      ...['Deprecation', '@1788220800'],
      ...['Link', '<https://example.com/changes>; rel="deprecation"; type="text/html"'],
      ...['Sunset', 'Mon, 01 Mar 2027 12:00:00 GMT'],
    ]);
  });

  it('tells of no end that is not known', () => {
    expect(deprecationHeaders({ since: '2026-09-01', link })).not.toContain('Sunset');
  });

  it('refuses what is no date, and an end before the beginning', () => {
    expect(() => deprecationHeaders({ since: 'soon', link })).toThrow('"soon" is no date');
    expect(() => deprecationHeaders({ since: '2026-09-01', sunset: '2026-08-31', link })).toThrow('cannot go');
  });
});
