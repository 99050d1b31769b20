-- Imports that got no further for so long are removed, with their reports.
create index stock_imports_by_progress on stock_imports (progress_at);
