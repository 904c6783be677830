import { releaseLogins } from '../steps/release-logins.js';
import { defineKind } from './kind.js';
import { id, loginOrNull, text, url } from './column-types.js';

export const streamers = defineKind({
  name: 'streamers',
  columns: [
    { name: 'id', type: id },
    { name: 'login', type: loginOrNull },
    { name: 'display_name', type: text(1, 100) },
    { name: 'profile_image', type: url, optional: true },
  ],
  key: ['id'],
  prepare: releaseLogins,
});
