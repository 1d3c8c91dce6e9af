import tseslint from 'typescript-eslint';

/**
 * Which way dependencies run (docs/architecture.md): features -> ui, core, lib; ui -> lib; core and lib know neither
 * Preact components nor features; features do not know each other.
 */
const onlyOwn = (files, patterns) => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: patterns.map(([group, message]) => ({ group, message })) },
    ],
  },
});

const preact = [
  ['preact', 'preact/*', '@preact/signals', 'chart.js', 'chart.js/*'],
  'core and lib are plain logic',
];
const features = [['**/features/**'], 'nothing below features may know them'];
const build = [
  ['**/build/**', '!**/build/registry/**', '!**/build/workings.wasm*'],
  'the page must not import the build',
];

export default tseslint.config(
  { ignores: ['build/', 'dist/', 'node_modules/', '.cache/'] },
  ...tseslint.configs.strict,
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      eqeqeq: 'error',
      'no-console': ['error', { allow: ['error'] }],
    },
  },
  { files: ['web/build/**', 'tests/**'], rules: { 'no-console': 'off' } },
  onlyOwn(['web/src/core/**'], [preact, features, build, [['**/ui/**'], 'core draws nothing']]),
  onlyOwn(['web/src/lib/**'], [preact, features, build, [['**/ui/**'], 'lib draws nothing']]),
  {
    files: ['web/src/lib/figure/chartjs.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['preact'], message: 'drawing needs no Preact' }] },
      ],
    },
  },
  onlyOwn(
    ['web/src/ui/**'],
    [features, build, [['**/core/session*', '**/core/client*'], 'components are dumb']],
  ),
  onlyOwn(['web/src/features/**'], [build, [['../*/**', '!../../**'], 'features do not import each other']]),
);
