import { Metrics, MetricSources, MetricValues } from './metrics.js';
import { TeamMetrics } from './team-metrics.js';

const well = { isUp: true, isRead: true, lagMs: 0, used: 1, idle: 2 };

function metricsOf(hosts: ReturnType<MetricSources['hosts']>): Metrics {
  const sources: MetricSources = {
    pool: () => ({ total: 0, idle: 0, waiting: 0, max: 8 }),
    hosts: () => hosts,
    cache: () => ({ entries: 0, bytes: 0, maxBytes: 1 }),
    isLimitShared: () => undefined,
    hasRefreshFailed: () => undefined,
    data: () => Promise.resolve({ newestAt: null, boardRefreshedAt: null }),
  };
  return new Metrics(sources, '1.2.3');
}

const hostLines = (text: string) => text.split('\n').filter((line) => line.startsWith('database_host_'));

it('tells of each of several servers', async () => {
  const metrics = metricsOf([
    { name: 'a', ...well },
    { name: 'b', ...well, isRead: false, lagMs: 45_000, used: 0 },
  ]);
  expect(hostLines(await metrics.print())).toEqual([
    'database_host_up{host="a"} 1',
    'database_host_up{host="b"} 1',
    'database_host_read{host="a"} 1',
    'database_host_read{host="b"} 0',
    'database_host_lag_seconds{host="a"} 0',
    'database_host_lag_seconds{host="b"} 45',
    'database_host_connections{host="a",state="used"} 1',
    'database_host_connections{host="a",state="idle"} 2',
    'database_host_connections{host="b",state="used"} 0',
    'database_host_connections{host="b",state="idle"} 2',
  ]);
});

it('leaves out a lag that is not known', async () => {
  const hosts = [{ name: 'a', ...well, lagMs: 1_000 }];
  const metrics = metricsOf(hosts);
  const lag = async () => hostLines(await metrics.print()).filter((line) => line.includes('lag'));
  expect(await lag()).toEqual(['database_host_lag_seconds{host="a"} 1']);
  hosts[0] = { name: 'a', ...well, lagMs: Infinity };
  expect(await lag()).toEqual([]);
  hosts[0] = { name: 'a', ...well, isUp: false };
  expect(await lag()).toEqual([]);
});

it('tells of a server what the worker says for which it is worst, and adds up their connections', async () => {
  const workers = [
    metricsOf([{ name: 'a', ...well, lagMs: 2_000 }]),
    metricsOf([{ name: 'a', ...well, isUp: true, isRead: false, lagMs: 40_000 }]),
  ];
  const ask = (worker: Metrics): Promise<MetricValues> => worker.values();
  const print = async () =>
    hostLines(
      await new TeamMetrics(
        () => workers,
        ask,
        () => undefined,
      ).print(),
    );
  expect(await print()).toEqual([
    'database_host_up{host="a"} 1',
    'database_host_read{host="a"} 0',
    'database_host_lag_seconds{host="a"} 40',
    'database_host_connections{host="a",state="used"} 2',
    'database_host_connections{host="a",state="idle"} 4',
  ]);
});

it('has the result of the last refresh by the process that leads several workers, once there was one', async () => {
  const refreshes = { hasFailed: undefined as boolean | undefined };
  const team = new TeamMetrics(
    () => [metricsOf([])],
    (worker) => worker.values(),
    () => refreshes.hasFailed,
  );
  const lines = async () =>
    (await team.print()).split('\n').filter((line) => line.startsWith('leaderboard_refresh_failed'));
  expect(await lines()).toEqual([]);
  refreshes.hasFailed = true;
  expect(await lines()).toEqual(['leaderboard_refresh_failed 1']);
  refreshes.hasFailed = false;
  expect(await lines()).toEqual(['leaderboard_refresh_failed 0']);
});
