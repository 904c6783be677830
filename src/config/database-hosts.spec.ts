import { areHosts, listHosts } from './database-hosts.js';

describe('listHosts', () => {
  it('leaves the URL of one server as it is', () => {
    const url = 'postgresql://a:b,c@one/d?options=-c,x';
    expect(listHosts(url)).toEqual([{ name: 'one:5432', url, wanted: 'any' }]);
  });

  it('tells the hosts of a URL apart, each with its port and what else the URL says', () => {
    const url = 'postgres://a:p%40,q@one:5433,[::1],two/db?sslmode=disable&target_session_attrs=prefer-standby';
    const rest = { wanted: 'prefer-standby' };
    expect(listHosts(url)).toEqual([
      { name: 'one:5433', url: 'postgres://a:p%40,q@one:5433/db?sslmode=disable', ...rest },
      { name: '[::1]:5432', url: 'postgres://a:p%40,q@[::1]/db?sslmode=disable', ...rest },
      { name: 'two:5432', url: 'postgres://a:p%40,q@two/db?sslmode=disable', ...rest },
    ]);
  });

  it.each([' ', ',', ', '])('tells URLs apart that are separated by %j', (between) => {
    const names = listHosts(`postgres://a@one/d${between}postgresql://a@two,three/d`).map(({ name }) => name);
    expect(names).toEqual(['one:5432', 'two:5432', 'three:5432']);
  });
});

it.each([
  'postgres://a@one,/d',
  'postgres://a@one,one/d',
  'postgres://a@one/d postgres://b@one/d',
  'postgres://a@one/d?target_session_attrs=best',
  'postgres://a@one,two:port/d',
  'postgres://a@one/d mysql://a@two/d',
])('%s is no list of servers', (urls) => {
  expect(areHosts(urls)).toBe(false);
});
