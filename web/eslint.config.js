import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', 'src/api/schema.d.ts', 'test-results', 'playwright-report'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [jsxA11y.flatConfigs.strict, reactHooks.configs.flat.recommended],
    languageOptions: { globals: globals.browser },
    rules: {
      // Safari doesn't treat a list without markers as a list unless its role is stated.
      'jsx-a11y/no-redundant-roles': ['error', { ul: ['list'], ol: ['list'] }],
      'jsx-a11y/no-autofocus': ['error', { ignoreNonDOM: true }],
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.name='useEffect'] CallExpression[callee.property.name='focus']",
          message: 'Use useLayoutEffect: after the paint a key may have moved the focus already, and what is typed next would be lost.',
        },
      ],
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'react-router-dom', importNames: ['Link', 'useNavigate'], message: 'Use GoLink and useGo of src/contact/screen: they remember where a step came from.' }] },
      ],
    },
  },
  {
    files: ['src/contact/screen.tsx'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['*.{js,ts}', 'public/**', 'scripts/**', 'e2e/**', 'test/**'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
);
