/**
 * The examples of the OpenAPI document by operation: what a service answers that was seeded with
 * SEED_NOW=2026-10-01T12:00:00Z, at that moment. A test holds them against it. Lists are cut to their first items.
 */
export const openApiExamples: Readonly<Record<string, unknown>> = {
  listRecentStreams: [
    {
      id: '40100000001',
      streamer_id: '100000001',
      started_at: '2026-09-30T16:00:00.000Z',
      ended_at: '2026-09-30T20:00:00.000Z',
      is_live: false,
      avg_viewers: 2428,
      peak_viewers: 2995,
      live_views: 15135,
      live_views_final: 15740,
      watchtime: 582720,
      unique_chatters: 1198,
      vod_id: '2100000001',
      game_name: 'Minecraft',
      title: 'hardcore day 100: we finally fight the dragon 🐉',
      tags: [
        'English',
        'Minecraft',
        'Hardcore',
        'Cozy',
        'Chill',
        'Sandbox',
        'Family',
        'NoBackseating',
        'Drops',
        'Vtuber',
      ],
      thumbnail: 'https://static.example.net/thumbnails/40100000001.jpg',
      user_display_name: 'AuroraPlays',
      user_profile_image: 'https://static.example.net/profiles/aurora_plays.png',
      updated_at: '2026-09-30T20:02:00.000Z',
    },
  ],
  findThirtyDayStats: {
    stream_count: 23,
    total_minutes: 7386,
    avg_viewers: 2097,
    peak_viewers: 4484,
    watchtime: 15487598,
  },
  listFollowerGraph: [
    {
      followers: 21432,
      created_at: '2025-08-03T09:00:00.000Z',
    },
    {
      followers: 21526,
      created_at: '2025-08-04T09:00:00.000Z',
    },
  ],
  listActivePartners: [
    {
      raw_url: 'nordvale-vpn.com/aurora?utm_source=panel',
      url: 'https://nordvale-vpn.com/aurora',
      root_domain: 'nordvale-vpn.com',
      panel_image: 'https://static.example.net/panels/aurora_plays-1.png',
      created_at: '2025-08-27T12:00:00.000Z',
    },
    {
      raw_url: 'https://www.kestrelform-chairs.com/creators/aurora',
      url: 'https://www.kestrelform-chairs.com/creators/aurora',
      root_domain: 'kestrelform-chairs.com',
      panel_image: 'https://static.example.net/panels/aurora_plays-3.png',
      created_at: '2025-11-15T12:00:00.000Z',
    },
  ],
  findLeaderboardPage: {
    items: [
      {
        id: '100000002',
        name: 'worldstage_arena',
        display_name: 'WorldStageArena',
        followers: 12412900,
        watchtime: 10372353922,
        averageviewers: 1530523,
        peakviewers: 5480000,
        followergain: 182350,
      },
      {
        id: '100000102',
        name: 'velvetcomettv',
        display_name: 'VelvetCometTV',
        followers: 116265,
        watchtime: 17907949,
        averageviewers: 7289,
        peakviewers: 13748,
        followergain: 360,
      },
    ],
    hasMore: true,
    nextCursor: 2,
  },
  findMessageStats: {
    total_messages: 11980,
    unique_chatters: 1198,
    deleted_messages: 144,
  },
  findStatus: {
    version: '1.0.0',
    rows: {
      streamers: 290,
      streams: 1864,
      viewer_samples: 619,
      follower_points: 7676,
      message_stats: 195,
      panels: 151,
      events: 5,
      event_streams: 7,
      event_markers: 5,
      colab_sessions: 3,
    },
    newest_data_at: '2026-10-01T11:59:00.000Z',
    leaderboard_refreshed_at: '2026-10-01T12:00:00.000Z',
    leaderboard_entries: 284,
  },
  checkLiveness: {
    status: 'ok',
  },
  checkReadiness: {
    status: 'ok',
  },
};
