COPY staging_observations FROM STDIN;

COPY staging_streamers FROM STDIN;

COPY staging_streams FROM STDIN;

COPY staging_viewer_samples FROM STDIN;

COPY staging_events FROM STDIN;

COPY staging_event_streams FROM STDIN;

COPY staging_colab_sessions FROM STDIN;
