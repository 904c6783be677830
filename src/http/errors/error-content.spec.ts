import { errorContent } from './error-content.js';

describe('errorContent', () => {
  it.each([
    ...[undefined, '', '*/*', 'application/*', 'application/json', 'text/html, */*;q=0.8', 'application/problem+xml'],
    ...['application/problem+json;q=0', '*/*, application/problem+json; q=0.000', 'application/problem+jsonx', ',;='],
  ])('is an ErrorResponse for the Accept %j', (accept) => {
    expect(errorContent(accept, 404, 'There is no "x".')).toEqual({
      contentType: 'application/json; charset=utf-8',
      body: '{"error":"There is no \\"x\\"."}',
    });
  });

  it.each([
    ...['application/problem+json', 'Application/Problem+JSON', 'application/json, application/problem+json'],
    ...['application/problem+json;q=0.5, */*', 'text/html,application/problem+json;charset=utf-8'],
  ])('is problem details for the Accept %j', (accept) => {
    const { contentType, body } = errorContent(accept, 404, 'There is no "x".');
    expect(contentType).toBe('application/problem+json; charset=utf-8');
    expect(JSON.parse(body)).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is no "x".',
    });
  });
});
