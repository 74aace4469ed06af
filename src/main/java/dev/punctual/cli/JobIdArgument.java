package dev.punctual.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The id of a job on the command line. Which ids there can be is for the service to say. */
final class JobIdArgument {

    @Parameters(paramLabel = "ID", converter = NotEmpty.class, description = "The id of the job.")
    String id = "";

    ServicePath path() {
        return ServicePath.job(id, "");
    }

    /** An empty id would turn the path of a job into that of the list. */
    static final class NotEmpty implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            if (text.isEmpty()) {
                throw new TypeConversionException("must not be empty");
            }
            return text;
        }
    }
}
