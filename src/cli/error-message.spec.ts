import { errorMessage } from './error-message.js';

describe('errorMessage', () => {
  it('is the message of an error', () => {
    expect(errorMessage(new Error('no space left'))).toBe('no space left');
    expect(errorMessage('no space left')).toBe('no space left');
  });

  it('names each address of a host that refuses', () => {
    const errors = [new Error('connect ECONNREFUSED ::1:5432'), new Error('connect ECONNREFUSED 127.0.0.1:5432')];
    expect(errorMessage(new AggregateError(errors))).toBe(
      'connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432',
    );
  });

  it('says how to get tables', () => {
    const error = Object.assign(new Error('relation "streams" does not exist'), { code: '42P01' });
    expect(errorMessage(error)).toBe(
      'The database lacks a table (relation "streams" does not exist); npm run db:migrate makes it.',
    );
  });
});
