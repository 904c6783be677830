import { readdirSync } from 'node:fs';
import path from 'node:path';
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import ts from 'typescript-eslint';

const maxFiles = 15;

/** Reports a folder with too many files, without specs, in the first of its files that ESLint reads. */
const folderSize = {
  create: (context) => ({
    Program(node) {
      const entries = readdirSync(path.dirname(context.filename), { withFileTypes: true });
      const names = entries.filter((entry) => entry.isFile() && !entry.name.includes('.spec.')).map(({ name }) => name);
      const [first] = names.filter((name) => /\.tsx?$/.test(name)).sort();
      if (names.length <= maxFiles || path.basename(context.filename) !== first) return;
      context.report({ node, message: `The folder has ${names.length} files, but at most ${maxFiles} are allowed.` });
    },
  }),
};

/** The file of each exported name. Each function may have types of its props and options. */
const exportedBy = new Map();

/** Reports a name that two files export, since an exported name means one thing. */
const uniqueExports = {
  create: (context) => ({
    ExportNamedDeclaration({ declaration }) {
      const declared = declaration?.declarations ?? (declaration ? [declaration] : []);
      for (const { id } of declared) {
        const { name = '' } = id ?? {};
        const file = exportedBy.get(name) ?? context.filename;
        if (name === '' || /(?:Props|Options)$/.test(name)) continue;
        exportedBy.set(name, file);
        const other = path.relative(import.meta.dirname, file);
        if (file !== context.filename) context.report({ node: id, message: `${other} exports ${name}, too.` });
      }
    },
  }),
};

export default ts.config(
  { ignores: ['**/dist', '**/src/generated', 'coverage', '.data'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [ts.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/require-await': 'off',
      // pg awaits its hooks, although its types declare that they return nothing.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { properties: false } }],
      // Modules are empty classes with a decorator.
      '@typescript-eslint/no-extraneous-class': 'off',
      // The rule would turn injected classes and DTOs into type imports, which removes them from Nest's metadata.
      '@typescript-eslint/consistent-type-imports': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { layout: { rules: { 'folder-size': folderSize, 'unique-exports': uniqueExports } } },
    rules: { 'layout/folder-size': 'error', 'layout/unique-exports': 'error' },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: '@nestjs/common',
          importNames: ['UseGuards', 'UseInterceptors'],
          message:
            'Add guards to app.module.ts. The edge cache responds without the guards and interceptors of one operation.',
        },
      ],
    },
  },
  // The examples import the packed client. A test compiles them.
  {
    files: ['client/examples/**/*.ts'],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
  },
  // Jest's matchers, such as expect.any, have the type any.
  { files: ['test/**/*.ts', '**/*.spec.ts'], rules: { '@typescript-eslint/no-unsafe-assignment': 'off' } },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        performance: 'readonly',
      },
    },
  },
  prettier,
);
