const settings = 'src/database/session-settings.ts';
const url = 'src/config/database-url.ts';

export default [
  {
    defect: 'Sessions have the date style of their role',
    file: settings,
    find: "  DateStyle: 'ISO, MDY',\n",
    replace: '',
    specs: ['test/e2e/session-settings.e2e-spec.ts'],
  },
  {
    defect: 'Commands have the time limit of their role',
    file: settings,
    find: "{ ...everySession, statement_timeout: '0' }",
    replace: 'everySession',
    specs: ['test/e2e/session-settings.e2e-spec.ts'],
  },
  {
    defect: 'sslmode=require verifies the certificate',
    file: url,
    find: "  searchParams.set('uselibpqcompat', 'true');\n",
    replace: '',
    specs: ['src/config/database-url.spec.ts', 'test/integration/tls.int-spec.ts'],
  },
  {
    defect: 'Another schema is ignored',
    file: url,
    find: "value !== 'public'",
    replace: 'false',
    specs: ['src/config/database-url.spec.ts'],
  },
  {
    defect: 'A database in another encoding is migrated',
    file: 'src/database/requirements.ts',
    find: "encoding === 'UTF8'",
    replace: 'true',
    specs: ['test/integration/migrator.int-spec.ts'],
  },
];
